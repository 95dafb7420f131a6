const articles = document.getElementsByTagName('article')

/** What can be waited for. Each looks at little, whatever is in the document: it is asked in every frame. */
export const SIGHTS = {
  aCard: () => articles[0] !== undefined,
  /** The list begins with cards of these titles; none at all where there are no titles. */
  cards: (titles: string[]) =>
    titles.length > 0
      ? titles.every((title, place) => articles[place]?.querySelector('h2')?.textContent === title)
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
  /** The page's end is in view, and with it the card that ends the list. */
  end: (id: string) => {
    const last = articles[articles.length - 1]
    return last !== undefined && idOf(last) === id && last.getBoundingClientRect().bottom <= innerHeight
  },
  top: () => scrollY === 0 && shareInView() > 0.5,
}

type Sights = typeof SIGHTS
export type Sight = { [Name in keyof Sights]: [Name, ...Parameters<Sights[Name]>] }[keyof Sights]

export function isThere([name, ...values]: Sight): boolean {
  return (SIGHTS[name] as (...values: unknown[]) => boolean)(...values)
}

export function idOf(article: Element): string | undefined {
  return article.querySelector('a')?.pathname.replace(/\/$/, '').split('/').at(-1)
}

/** Of eight places down the first column, from under the header on, the share in which a card is. */
export function shareInView(): number {
  const margin = 0.12 * innerWidth
  const heights = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map((share) => share * innerHeight)
  const covered = heights.filter((y) => document.elementFromPoint(margin, y)?.closest('article'))
  return covered.length / heights.length
}

export function articleInTheMiddle(): Element | null {
  const middle = [0, 20, 40].map((more) =>
    document.elementFromPoint(0.12 * innerWidth, innerHeight / 2 + more),
  )
  return middle.map((element) => element?.closest('article')).find(Boolean) ?? null
}

function heading(text: string): Element | undefined {
  return [...document.querySelectorAll('h1')].find((h1) => h1.textContent === text && h1.checkVisibility())
}
