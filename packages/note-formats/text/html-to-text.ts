import { Parser } from 'htmlparser2'
import type { Words } from '../words.ts'
import { addressAfter } from './plain-marks.ts'
import { TextLines } from './text-lines.ts'

/** Deeper lists, cells and elements count as of this level: each level repeats what is inside it. */
export const MAX_NESTING = 50

type Attributes = Record<string, string>
type List = { isOrdered: boolean; isChecklist: boolean; count: number }

const BLOCKS =
  /^(address|article|aside|body|center|d[dlt]|details|div|en-note|figcaption|figure|footer|form|header|main|nav|section|summary|tr)$/
const PARAGRAPHS = /^(blockquote|h[1-6]|hr|p|pre|table)$/
const HIDDEN = /^(en-crypt|head|noscript|script|style|svg|template|title)$/

export function htmlToText(
  html: string,
  words: Words,
  nameOfMedia = (attributes: Attributes) => nameOfImage(attributes, words),
): string {
  let lines = new TextLines()
  const linesAround: TextLines[] = []
  const rows: string[][] = []
  const lists: List[] = []
  const depth = { hidden: 0, pre: 0, item: 0, cell: 0 }
  let link = { url: '', text: '' }

  function write(text: string) {
    link.text += text
    if (depth.pre > 0) lines.addExactly(text)
    else lines.add(text)
  }

  function endBlock(name: string) {
    const isParagraph = PARAGRAPHS.test(name)
    if (!isParagraph && !BLOCKS.test(name)) return
    if (isParagraph && depth.item === 0) lines.endParagraph()
    else lines.endBlock()
  }

  function open(name: string, attributes: Attributes) {
    endBlock(name)
    if (name === 'br') lines.endLine()
    else if (name === 'hr') lines.add('---')
    else if (name === 'pre') depth.pre++
    else if (name === 'a') link = { url: attributes.href ?? '', text: '' }
    else if (name === 'img' || name === 'en-media') write(`[${words.attachment}: ${nameOfMedia(attributes)}]`)
    else if (name === 'en-todo') lines.addTodo(attributes.checked === 'true')
    else if (name === 'input' && attributes.type === 'checkbox') lines.addTodo('checked' in attributes)
    else if (name === 'tr') rows.push([])
    else if (name === 'td' || name === 'th') {
      if (depth.cell++ >= MAX_NESTING) return lines.endBlock()
      linesAround.push(lines)
      lines = new TextLines()
    } else if (name === 'ul' || name === 'ol') lists.push(listOf(name, attributes))
    else if (name === 'li') {
      lines.startItem(nextMarker(lists, attributes))
      depth.item++
    }
  }

  function close(name: string) {
    if (name === 'pre') depth.pre--
    else if (name === 'a') {
      lines.add(addressAfter(link.text, link.url))
      link = { url: '', text: '' }
    } else if (name === 'td' || name === 'th') {
      if (depth.cell-- > MAX_NESTING) return lines.endBlock()
      const cell = lines.toString()
      lines = linesAround.pop() ?? lines
      const row = rows.at(-1)
      if (row) row.push(cell)
      else lines.addExactly(cell)
    } else if (name === 'tr') lines.addExactly(rowText(rows.pop() ?? []))
    else if (name === 'ul' || name === 'ol') {
      lists.pop()
      lines.endList(indentOf(lists.length))
    } else if (name === 'li') {
      lines.endItem()
      depth.item--
    }
    endBlock(name)
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'en-crypt') write(words.encryptedText)
        if (depth.hidden > 0 || HIDDEN.test(name)) depth.hidden++
        else open(name, attributes)
      },
      ontext(text) {
        if (depth.hidden === 0) write(text)
      },
      onclosetag(name) {
        if (depth.hidden > 0) depth.hidden--
        else close(name)
      },
    },
    { recognizeSelfClosing: true },
  )
  parser.end(html)
  return lines.toString()
}

function listOf(name: string, { style = '' }: Attributes): List {
  return { isOrdered: name === 'ol', isChecklist: /--en-todo:\s*true/.test(style), count: 0 }
}

function nextMarker(lists: List[], { style = '' }: Attributes): string {
  const list = lists.at(-1)
  const indent = indentOf(lists.length - 1)
  const checked = /--en-checked:\s*(true|false)/.exec(style)?.[1]
  if (checked || list?.isChecklist) return `${indent}- [${checked === 'true' ? 'x' : ' '}] `
  if (!list?.isOrdered) return `${indent}- `
  list.count++
  return `${indent}${list.count}. `
}

function indentOf(level: number): string {
  return '  '.repeat(Math.min(Math.max(0, level), MAX_NESTING))
}

function rowText(cells: string[]): string {
  return cells.some((cell) => cell.includes('\n')) ? cells.filter(Boolean).join('\n') : cells.join(' | ')
}

function nameOfImage({ alt, src = '' }: Attributes, words: Words): string {
  return alt || (/^data:|^$/.test(src) ? words.image : src.replace(/[?#].*$/, '').replace(/^.*\//, ''))
}
