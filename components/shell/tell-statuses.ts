/** Milliseconds without a change after which focus and dialogs have settled: what is told before, Orca may not speak. */
const QUIET_MS = 500

const told = new WeakMap<Node, string>()
let region: HTMLElement | undefined
let isOdd = false
let seen: string | undefined
let outcome = ''
let timer: ReturnType<typeof setTimeout>

/** Tells screen readers what comes into statuses, by one region that no dialog covers. Before it is called, and in dialogs, statuses tell it themselves. */
export function tellStatuses(): void {
  if (region) return
  region = addRegion()
  for (const node of childrenOf(statuses())) told.set(node, textOf(node))
  look()
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
}

export function tellOutcome(sentence: string): void {
  tellStatuses()
  outcome = `${sentence} `
  seen = undefined
  look()
}

/** Its text is closed off, so that nothing on the page finds a sentence twice. */
function addRegion(): HTMLElement {
  const host = document.createElement('div')
  host.className = 'sr-only'
  const paragraph = document.createElement('p')
  paragraph.role = 'status'
  host.attachShadow({ mode: 'closed' }).append(paragraph)
  document.body.append(host)
  return paragraph
}

function look(): void {
  const found = statuses()
  for (const status of found) status.ariaLive = 'off'
  const isCovered = document.querySelector('dialog[open]') !== null
  const texts = isCovered ? undefined : found.map(({ textContent }) => textContent).join('\n')
  if (texts === seen) return
  seen = texts
  clearTimeout(timer)
  if (!isCovered) timer = setTimeout(tell, QUIET_MS)
}

function tell(): void {
  const news = childrenOf(statuses()).flatMap((node) => {
    const text = textOf(node)
    const isNew = text && text !== told.get(node)
    told.set(node, text)
    return isNew ? [...partsOf(node, text), ' '] : []
  })
  isOdd = !isOdd
  // Orca does not speak the text that it has last seen, here or in the status itself.
  region?.replaceChildren(outcome, ...news, isOdd ? '\u00a0' : '\u00a0\u00a0')
  outcome = ''
}

function partsOf(node: Node, text: string): (string | Node)[] {
  if (!(node instanceof Element)) return [text]
  const selector = '[lang=en]'
  const english = node.matches(selector) ? [node] : [...node.querySelectorAll(selector)]
  let rest = text
  const parts = english.flatMap((element) => {
    const part = document.createElement('span')
    part.lang = 'en'
    part.textContent = textOf(element)
    const start = rest.indexOf(part.textContent)
    const before = rest.slice(0, start)
    rest = rest.slice(start + part.textContent.length)
    return [before, part]
  })
  return [...parts, rest]
}

function statuses(): Element[] {
  return [...document.querySelectorAll('[role=status]:not(dialog *)')]
}

function childrenOf(elements: Element[]): Node[] {
  return elements.flatMap(({ childNodes }) => [...childNodes])
}

function textOf(node: Node): string {
  const text = node instanceof HTMLElement ? node.innerText : node.textContent
  return (text ?? '').replaceAll(/\s+/g, ' ').trim()
}
