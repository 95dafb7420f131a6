import { withoutArchive } from '../entry.ts'
import { countVisible, htmlToText } from '../text/html-to-text.ts'
import { lengthWithoutSpace } from '../text/plain-marks.ts'
import { ShallowParser } from '../text/shallow-parser.ts'
import type { Words } from '../words.ts'
import { type FoundNotes, foundNote } from './found-note.ts'
import { NOTION_ID, titleOfPath } from './markdown.ts'

type Page = { title: string; heading: string; linked: number }

/** Lists of pages that exports add to them. */
const INDEX = /(^|[/_-])(index|archive_browser|table_of_contents)\.html?$/i
const INDEX_SHARE = 0.8

/** Reads a page as a note. Undefined for one that only leads to the other pages of its export. */
export function htmlNotes(
  html: string,
  path: string,
  modifiedAt: number,
  words: Words,
): FoundNotes | undefined {
  const { title, heading, linked } = pageOf(html)
  const visible = countVisible(html)
  if (INDEX.test(withoutArchive(path)) && linked >= INDEX_SHARE * visible.length) return undefined
  const text = htmlToText(html, words)
  const name = title || heading || titleOfPath(path).replace(NOTION_ID, '')
  const [first = '', ...rest] = text.split('\n')
  const content = first.trim() === name ? rest.join('\n').replace(/^\n+/, '') : text
  if (first.trim() === name) visible.length -= lengthWithoutSpace(name)
  const note = foundNote(words, { title: name, content, labels: [], editedAt: modifiedAt }, visible)
  const problems = note.mayLackText ? [{ path, reason: 'may-lack-text' as const }] : []
  return { format: 'html', notes: [note], problems }
}

/** Title, first heading, and how many characters are in links to files beside it. */
function pageOf(html: string): Page {
  const page: Page = { title: '', heading: '', linked: 0 }
  let into: 'title' | 'heading' | undefined
  let isLinked = false
  const parser = new ShallowParser({
    onopentag(name, { href = '' }) {
      if (name === 'title' && page.title === '') into = 'title'
      if (/^h[1-3]$/.test(name) && page.heading === '') into = 'heading'
      if (name === 'a') isLinked = !/^[a-z]+:/i.test(href)
    },
    ontext(text) {
      if (into) page[into] += text
      if (isLinked) page.linked += lengthWithoutSpace(text)
    },
    onclosetag(name) {
      if (/^(title|h[1-3])$/.test(name)) into = undefined
      if (name === 'a') isLinked = false
    },
  })
  parser.end(html)
  const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
  return { ...page, title: oneLine(page.title), heading: oneLine(page.heading) }
}
