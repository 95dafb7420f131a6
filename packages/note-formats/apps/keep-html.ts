import { attachmentLine, linkLine } from '../details.ts'
import { htmlToText, MAX_NESTING, visibleLength } from '../text/html-to-text.ts'
import { checklistItem } from '../text/plain-marks.ts'
import { ShallowParser } from '../text/shallow-parser.ts'
import type { Words } from '../words.ts'
import { type FoundNotes, foundNote, MIN_SHARE, readEach } from './found-note.ts'

type HtmlElement = {
  name: string
  classes: string[]
  address: string
  innerHtml: string
}

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
  const inPart = (name: string) => htmlWithClass(elements, name).flatMap(elementsIn)
  const contents = htmlWithClass(elements, 'content')
  const items = htmlWithClass(elements, 'listitem').map((item) => itemOf(item, toText))
  const text = (items.length > 0 ? items.map(({ line }) => line) : contents.map(toText)).join('\n')
  const read = items.length > 0 ? items.reduce((sum, item) => sum + item.read, 0) : visibleIn(contents)
  const visibleBeside = (names: string[]) =>
    visibleIn(names.flatMap((name) => htmlWithClass(elements, name)).filter(hasNoContent))
  const heading = Math.min(MAX_HEADING_LENGTH, visibleBeside(['heading']))
  const unread = visibleLength(html) - visibleBeside(BESIDE) - heading - read
  const fields = {
    title: toText(htmlWithClass(elements, 'title')[0] ?? ''),
    content: text,
    visible: contents.length === 0 ? unread : 0,
    labels: htmlWithClass(elements, 'label').map(toText),
    details: [
      ...inPart('chips').map((link) => linkLine(words, link.address, toText(link.innerHtml))),
      ...inPart('attachments')
        .filter(({ name }) => name === 'img')
        .map(({ address }) => attachmentLine(words, address.startsWith('data:') ? words.image : address)),
    ],
    isArchived: has('archived'),
    isTrashed: has('trashed'),
  }
  const mayLackText = contents.length === 0 || read < MIN_SHARE * (read + unread)
  return readEach('keep', [fields], path, (fields) => ({ ...foundNote(words, fields), mayLackText }))
}

/** Line of an item, and how many characters of the page are in it: none where another item is inside of it. */
function itemOf(html: string, toText: (html: string) => string): { line: string; read: number } {
  const parts = elementsIn(html)
  const [text = ''] = htmlWithClass(parts, 'text')
  const tick = toText(htmlWithClass(parts, 'bullet')[0] ?? '')
  const isOne = htmlWithClass(parts, 'listitem').length === 0
  const read = isOne ? visibleLength(text) + (TICKS.includes(tick) ? tick.length : 0) : 0
  return { line: checklistItem(toText(text), tick === '☑'), read }
}

/** Where the end of an element is damaged, the content is inside of it. */
function hasNoContent(html: string): boolean {
  return !elementsIn(html).some(({ classes }) => classes.includes('content') || classes.includes('listitem'))
}

function visibleIn(parts: string[]): number {
  return parts.reduce((sum, part) => sum + visibleLength(part), 0)
}

function htmlWithClass(elements: HtmlElement[], name: string): string[] {
  return elements.filter(({ classes }) => classes.includes(name)).map(({ innerHtml }) => innerHtml)
}

function elementsIn(html: string): HtmlElement[] {
  const elements: HtmlElement[] = []
  const open: (Omit<HtmlElement, 'innerHtml'> & { start: number })[] = []
  const parser = new ShallowParser({
    onopentag(name, { class: classes = '', href = '', src = '' }) {
      open.push({ name, classes: classes.split(/\s+/), address: href || src, start: parser.endIndex + 1 })
    },
    onclosetag() {
      const element = open.pop()
      if (!element || open.length >= MAX_NESTING) return
      const { start, ...rest } = element
      elements.push({ ...rest, innerHtml: html.slice(start, parser.startIndex) })
    },
  })
  parser.end(html)
  return elements
}
