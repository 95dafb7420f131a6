import { Parser } from 'htmlparser2'
import { image } from '@/lib/domain/messages/transfer-formats'
import { attachmentLine, linkLine } from '../details'
import { htmlToText, MAX_NESTING } from '../text/html-to-text'
import { checklistItem } from '../text/plain-marks'
import { type FoundNotes, foundNote } from './found-note'

type HtmlElement = {
  name: string
  classes: string[]
  address: string
  innerHtml: string
}

/** Reads an HTML file of Google Keep. Its date is not read: it is written in the person's language. */
export function keepHtmlNotes(html: string): FoundNotes | undefined {
  const elements = elementsIn(html)
  const has = (name: string) => elements.some(({ classes }) => classes.includes(name))
  if (!has('note') || !has('heading')) return undefined
  const inPart = (name: string) => htmlWithClass(elements, name).flatMap(elementsIn)
  const content = htmlWithClass(elements, 'content').map((part) => htmlToText(part))
  const items = htmlWithClass(elements, 'listitem').map(itemOf)
  const note = foundNote({
    title: textWithClass(elements, 'title'),
    content: (items.length > 0 ? items : content).join('\n'),
    labels: htmlWithClass(elements, 'label').map((label) => htmlToText(label)),
    details: [
      ...inPart('chips').map((link) => linkLine(link.address, htmlToText(link.innerHtml))),
      ...inPart('attachments')
        .filter(({ name }) => name === 'img')
        .map(({ address }) => attachmentLine(address.startsWith('data:') ? image : address)),
    ],
    isArchived: has('archived'),
    isTrashed: has('trashed'),
  })
  return { format: 'keep', notes: [note], problems: [] }
}

function itemOf(html: string): string {
  const parts = elementsIn(html)
  return checklistItem(textWithClass(parts, 'text'), textWithClass(parts, 'bullet') === '☑')
}

function textWithClass(elements: HtmlElement[], name: string): string {
  return htmlToText(htmlWithClass(elements, name)[0] ?? '')
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
