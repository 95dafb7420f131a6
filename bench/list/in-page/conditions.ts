const articles = document.getElementsByTagName('article')

/** States of the page to wait for. They are checked in every frame, so their cost must not grow with the list. */
export const CONDITIONS = {
  anyCard: () => articles[0] !== undefined,
  /** A title is in a card, or in the skeleton of the list. */
  anyTitle: () => articles[0] !== undefined || Boolean(document.querySelector('.breathe')?.textContent),
  /** The list begins with these titles, or is empty if there are none. */
  cards: (titles: string[]) =>
    titles.length > 0
      ? titles.every((title, position) => articles[position]?.querySelector('h2')?.textContent === title)
      : articles[0] === undefined,
  query: (text: string) => document.querySelector<HTMLInputElement>('input[type=search]')?.value === text,
  modal: () => document.querySelector('dialog[open]') !== null,
  noModal: () => document.querySelector('dialog[open]') === null,
  editor: () => heading('Editar Nota') !== undefined,
  noteInEditor: (title: string) => {
    const field = document.querySelector<HTMLInputElement>('input[name=title]')
    return field?.value === title && !field.disabled
  },
  cardsInView: () => shareInView() > 0.5,
  firstCardIsNot: (id: string) => {
    const first = articles[0]
    return first !== undefined && idOf(first) !== id
  },
  end: (id: string) => {
    const last = articles[articles.length - 1]
    return last !== undefined && idOf(last) === id && last.getBoundingClientRect().bottom <= innerHeight
  },
  top: () => scrollY === 0 && shareInView() > 0.5,
}

type Conditions = typeof CONDITIONS
export type Condition = {
  [Name in keyof Conditions]: [Name, ...Parameters<Conditions[Name]>]
}[keyof Conditions]

export function isMet([name, ...values]: Condition): boolean {
  return (CONDITIONS[name] as (...values: unknown[]) => boolean)(...values)
}

export function idOf(article: Element): string | undefined {
  return article.querySelector('a')?.pathname.replace(/\/$/, '').split('/').at(-1)
}

/** Share of eight points down the first column, below the header, that are on a card. */
export function shareInView(): number {
  const margin = 0.12 * innerWidth
  const heights = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map((share) => share * innerHeight)
  const covered = heights.filter((y) => document.elementFromPoint(margin, y)?.closest('article'))
  return covered.length / heights.length
}

export function articleInTheMiddle(): Element | null {
  const middle = [0, 20, 40].map((offset) =>
    document.elementFromPoint(0.12 * innerWidth, innerHeight / 2 + offset),
  )
  return middle.map((element) => element?.closest('article')).find(Boolean) ?? null
}

function heading(text: string): Element | undefined {
  return [...document.querySelectorAll('h1')].find((h1) => h1.textContent === text && h1.checkVisibility())
}
