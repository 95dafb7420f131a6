import { attachmentLine, linkLine } from '../details.ts'
import { countVisible, HIDDEN, htmlToText, MAX_NESTING } from '../text/html-to-text.ts'
import { checklistItem, lengthWithoutSpace } from '../text/plain-marks.ts'
import { ShallowParser } from '../text/shallow-parser.ts'
import type { Words } from '../words.ts'
import { type FoundNotes, foundNote, MIN_SHARE, readEach, stateOf } from './found-note.ts'

type HtmlElement = {
  name: string
  classes: string[]
  address: string
  innerHtml: string
  /** How many characters of it a page shows, white space apart. */
  visible: number
  hasContent: boolean
  /** Parts beside the content that it is in. */
  parts: string[]
}

const CONTENT = ['content', 'listitem']

const TICKS = ['☑', '☐']

/** What a page shows beside the content of its note, and the most characters of the date in its heading. */
const BESIDE = ['title', 'attachments', 'chips', 'sharees']
const MAX_HEADING_LENGTH = 60

/** Reads an HTML file of Google Keep. Its date is not read: it is written in the person's language. */
export function keepHtmlNotes(html: string, path: string, words: Words): FoundNotes | undefined {
  const elements = elementsIn(html)
  const has = (name: string) => elements.some(({ classes }) => classes.includes(name))
  if (!has('note') || !has('heading')) return undefined
  const toText = (part: string) => htmlToText(part, words)
  const inPart = (name: string) => elements.filter(({ parts }) => parts.includes(name))
  const contents = elements.filter(isOfClass('content'))
  const items = htmlWithClass(elements, 'listitem').map((item) => itemOf(item, toText))
  const text = (
    items.length > 0 ? items.map(({ line }) => line) : contents.map(({ innerHtml }) => toText(innerHtml))
  ).join('\n')
  const read = items.length > 0 ? items.reduce((sum, item) => sum + item.read, 0) : visibleIn(contents)
  // Where the end of an element is damaged, the content is inside of it.
  const beside = elements.filter(({ hasContent }) => !hasContent)
  const heading = Math.min(MAX_HEADING_LENGTH, visibleIn(beside.filter(isOfClass('heading'))))
  const rest = visibleIn(BESIDE.flatMap((name) => beside.filter(isOfClass(name))))
  const unread = countVisible(html).length - rest - heading - read
  const fields = {
    title: toText(htmlWithClass(elements, 'title')[0] ?? ''),
    content: text,
    labels: htmlWithClass(elements, 'label').map(toText),
    details: [
      ...inPart('chips')
        .filter(({ address }) => address !== '')
        .map(({ address, innerHtml }) => linkLine(words, address, toText(innerHtml))),
      ...inPart('attachments')
        .filter(({ name }) => name === 'img')
        .map(({ address }) => attachmentLine(words, address.startsWith('data:') ? words.image : address)),
    ],
    state: stateOf(has('trashed'), has('archived')),
  }
  const visible = { length: contents.length === 0 ? unread : 0, swallowed: 0 }
  const mayLackText = contents.length === 0 || read < MIN_SHARE * (read + unread)
  return readEach('keep', [fields], path, (fields) => ({ ...foundNote(words, fields, visible), mayLackText }))
}

/** Line of an item, and how many characters of the page are in it: none where another item is inside of it. */
function itemOf(html: string, toText: (html: string) => string): { line: string; read: number } {
  const parts = elementsIn(html)
  const text = parts.find(isOfClass('text'))
  const tick = toText(htmlWithClass(parts, 'bullet')[0] ?? '')
  const isOne = !parts.some(isOfClass('listitem'))
  const read = isOne ? (text?.visible ?? 0) + (TICKS.includes(tick) ? tick.length : 0) : 0
  return { line: checklistItem(toText(text?.innerHtml ?? ''), tick === '☑'), read }
}

function visibleIn(parts: HtmlElement[]): number {
  return parts.reduce((sum, { visible }) => sum + visible, 0)
}

function isOfClass(name: string): (element: { classes: string[] }) => boolean {
  return ({ classes }) => classes.includes(name)
}

function htmlWithClass(elements: HtmlElement[], name: string): string[] {
  return elements.filter(isOfClass(name)).map(({ innerHtml }) => innerHtml)
}

function elementsIn(html: string): HtmlElement[] {
  const elements: HtmlElement[] = []
  const open: (Omit<HtmlElement, 'innerHtml' | 'hasContent' | 'parts'> & {
    start: number
    contents: number
  })[] = []
  let [visible, hidden, contents] = [0, 0, 0]
  const parser = new ShallowParser({
    onopentag(name, { class: value = '', href = '', src = '' }) {
      const classes = value.split(/\s+/)
      const address = href || src
      open.push({ name, classes, address, visible, contents, start: parser.endIndex + 1 })
      if (HIDDEN.test(name)) hidden++
      if (CONTENT.some((name) => classes.includes(name))) contents++
    },
    ontext(text) {
      if (hidden === 0) visible += lengthWithoutSpace(text)
    },
    onclosetag(closed) {
      if (HIDDEN.test(closed)) hidden--
      const element = open.pop()
      if (!element || open.length >= MAX_NESTING) return
      const { name, classes, address, start } = element
      const innerHtml = html.slice(start, parser.startIndex)
      const hasContent = contents > element.contents
      const parts = BESIDE.filter((part) => open.some(isOfClass(part)))
      elements.push({
        name,
        classes,
        address,
        innerHtml,
        visible: visible - element.visible,
        hasContent,
        parts,
      })
    },
  })
  parser.end(html)
  return elements
}
