import { Parser } from 'htmlparser2'
import { attachmentLine, linkLine } from '../details.ts'
import { htmlToText, MAX_NESTING } from '../text/html-to-text.ts'
import { checklistItem } from '../text/plain-marks.ts'
import type { Words } from '../words.ts'
import { type FoundNotes, foundNote } from './found-note.ts'

type HtmlElement = {
  name: string
  classes: string[]
  address: string
  innerHtml: string
}

/** Reads an HTML file of Google Keep. Its date is not read: it is written in the person's language. */
export function keepHtmlNotes(html: string, words: Words): FoundNotes | undefined {
  const elements = elementsIn(html)
  const has = (name: string) => elements.some(({ classes }) => classes.includes(name))
  if (!has('note') || !has('heading')) return undefined
  const toText = (part: string) => htmlToText(part, words)
  const inPart = (name: string) => htmlWithClass(elements, name).flatMap(elementsIn)
  const content = htmlWithClass(elements, 'content').map(toText)
  const items = htmlWithClass(elements, 'listitem').map((item) => itemOf(item, toText))
  const note = foundNote(words, {
    title: toText(htmlWithClass(elements, 'title')[0] ?? ''),
    content: (items.length > 0 ? items : content).join('\n'),
    labels: htmlWithClass(elements, 'label').map(toText),
    details: [
      ...inPart('chips').map((link) => linkLine(words, link.address, toText(link.innerHtml))),
      ...inPart('attachments')
        .filter(({ name }) => name === 'img')
        .map(({ address }) => attachmentLine(words, address.startsWith('data:') ? words.image : address)),
    ],
    isArchived: has('archived'),
    isTrashed: has('trashed'),
  })
  return { format: 'keep', notes: [note], problems: [] }
}

function itemOf(html: string, toText: (html: string) => string): string {
  const parts = elementsIn(html)
  const textOf = (name: string) => toText(htmlWithClass(parts, name)[0] ?? '')
  return checklistItem(textOf('text'), textOf('bullet') === '☑')
}

function htmlWithClass(elements: HtmlElement[], name: string): string[] {
  return elements.filter(({ classes }) => classes.includes(name)).map(({ innerHtml }) => innerHtml)
}

function elementsIn(html: string): HtmlElement[] {
  const elements: HtmlElement[] = []
  const open: (Omit<HtmlElement, 'innerHtml'> & { start: number })[] = []
  const parser = new Parser({
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
