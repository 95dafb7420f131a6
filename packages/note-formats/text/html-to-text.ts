import type { Words } from '../words.ts'
import { addressAfter, attachmentMark, lengthWithoutSpace, tickBox } from './plain-marks.ts'
import { ShallowParser } from './shallow-parser.ts'
import { TextLines } from './text-lines.ts'

/** Deeper lists, cells and elements count as of this level: each level repeats what is inside it. */
export const MAX_NESTING = 50
const MAX_INDENT = 2 * MAX_NESTING

type Attributes = Record<string, string>
type List = { isOrdered: boolean; isChecklist: boolean; isChecked?: boolean; count: number }

/** Characters of a page, white space apart: all, and those in an element, comment or tag that damage has left without its end. */
export type Visible = { length: number; swallowed: number }

type Options = {
  nameOfMedia?: (attributes: Attributes) => string
  /** Lines that an element stands for, whatever is in it. */
  replacement?: (attributes: Attributes) => string[] | undefined
}

const BLOCKS =
  /^(address|article|aside|body|center|d[dlt]|details|div|en-note|figcaption|figure|footer|form|header|main|nav|section|summary|tr)$/
const PARAGRAPHS = /^(blockquote|h[1-6]|hr|p|pre|table)$/
export const HIDDEN = /^(en-crypt|noscript|script|style|svg|template|title)$/

const CODE_BLOCK = /-en-codeblock:\s*true/
const INDENTED = /(?:padding|margin)-left:\s*(\d+)px/
const INDENT_PX = 40

const NOTION_BOX = /(?:^|\s)checkbox-(on|off)(?:\s|$)/

const CHECKLIST = /(?:^|\s)(?:joplin-)?checklist(?:\s|$)/
const CHECKED = /(?:^|\s)checked(?:\s|$)/

const RAISED = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿ', sub: '₀₁₂₃₄₅₆₇₈₉₊₋₍₎ₙ' }
const MAY_BE_RAISED = '0123456789+-()n'

export function htmlToText(html: string, words: Words, options: Options = {}): string {
  const { nameOfMedia = () => words.image, replacement = () => undefined } = options
  let lines = new TextLines(MAX_INDENT)
  const rows: string[][] = []
  let lists: List[] = []
  const depth = { hidden: 0, pre: 0, item: 0, cell: 0 }
  const ends: (() => void)[] = []
  let link = { url: '', text: '' }
  let raised: string | undefined

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

  function open(name: string, attributes: Attributes): () => void {
    const box = name === 'div' ? NOTION_BOX.exec(attributes.class ?? '')?.[1] : undefined
    if (box) {
      endBlock(name)
      lines.addTodo(box === 'on')
      return () => {}
    }
    endBlock(name)
    const { style = '' } = attributes
    const around = lines
    const { indent } = lines
    const end = contentOf(name, attributes)
    const isExact = name === 'pre' || CODE_BLOCK.test(style)
    const pixels = Number(INDENTED.exec(style)?.[1] ?? 0)
    if (BLOCKS.test(name) || PARAGRAPHS.test(name))
      lines.indent = indentOf(Math.round(pixels / INDENT_PX)) || indent
    if (isExact) depth.pre++
    return () => {
      if (isExact) depth.pre--
      end()
      endBlock(name)
      around.indent = indent
    }
  }

  /** Begins an element of that name. Returns what ends it. */
  function contentOf(name: string, attributes: Attributes): () => void {
    if (name === 'br') lines.endLine()
    else if (name === 'hr') lines.add('---')
    else if (name === 'img') write(attachmentMark(words, nameOfImage(attributes, words)))
    else if (name === 'en-media') write(attachmentMark(words, nameOfMedia(attributes)))
    else if (name === 'en-todo') lines.addTodo(attributes.checked === 'true')
    else if (name === 'input' && attributes.type === 'checkbox') lines.addTodo('checked' in attributes)
    else if (name === 'sup' || name === 'sub') {
      raised = RAISED[name]
      return () => {
        raised = undefined
      }
    } else if (name === 'a') {
      link = { url: attributes.href ?? '', text: '' }
      return () => {
        lines.add(addressAfter(link.text, link.url))
        link = { url: '', text: '' }
      }
    } else if (name === 'tr') {
      rows.push([])
      return () => lines.addExactly(rowText(rows.pop() ?? []))
    } else if (name === 'td' || name === 'th') return beginCell()
    else if (name === 'ul' || name === 'ol') {
      lists.push(listOf(name, attributes))
      return () => {
        lists.pop()
        lines.endList(indentOf(lists.length))
      }
    } else if (name === 'li') {
      lines.startItem(nextMarker(lists, attributes))
      depth.item++
      return () => {
        lines.endItem()
        depth.item--
      }
    }
    return () => {}
  }

  function beginCell(): () => void {
    if (depth.cell >= MAX_NESTING) {
      lines.endBlock()
      return () => lines.endBlock()
    }
    depth.cell++
    const around = { lines, lists }
    lines = new TextLines(lines.room)
    lists = []
    return () => {
      depth.cell--
      const cell = lines.toString()
      lines = around.lines
      lists = around.lists
      const row = rows.at(-1)
      if (row) row.push(cell)
      else lines.addExactly(cell)
    }
  }

  const isHidden = hiddenElements()
  const parser = new ShallowParser(
    {
      onopentag(name, attributes) {
        if (depth.hidden === 0 && name === 'en-crypt') write(words.encryptedText)
        const replaced = depth.hidden === 0 ? replacement(attributes) : undefined
        if (replaced) {
          lines.endBlock()
          lines.addExactly(replaced.join('\n'))
          lines.endBlock()
        }
        if (depth.hidden > 0 || replaced || isHidden(name, attributes)) depth.hidden++
        else ends.push(open(name, attributes))
      },
      ontext(text) {
        if (depth.hidden === 0) write(raised === undefined ? text : raisedText(text, raised))
      },
      onclosetag() {
        if (depth.hidden > 0) depth.hidden--
        else ends.pop()?.()
      },
    },
    { recognizeSelfClosing: true, recognizeCDATA: true },
  )
  parser.end(html)
  return lines.toString()
}

/** Counts what a page shows, but for elements that something else stands for. */
export function countVisible(
  html: string,
  isReplaced: (attributes: Attributes) => boolean = () => false,
): Visible {
  let [hidden, length, swallowed, hiddenLength] = [0, 0, 0, 0]
  const isHidden = hiddenElements()
  const parser = new ShallowParser(
    {
      onopentag(name, attributes) {
        if (hidden > 0 || isHidden(name, attributes) || isReplaced(attributes)) hidden++
      },
      ontext(text) {
        if (hidden === 0) length += lengthWithoutSpace(text)
        else hiddenLength += lengthWithoutSpace(text)
      },
      onclosetag(_, isImplied) {
        if (hidden === 0 || --hidden > 0) return
        if (isImplied) swallowed += hiddenLength
        hiddenLength = 0
      },
      oncomment(text) {
        if (parser.endIndex === html.length) swallowed += lengthWithoutSpace(text)
      },
    },
    { recognizeSelfClosing: true, recognizeCDATA: true },
  )
  parser.end(html)
  swallowed += lengthWithoutSpace(html.slice(parser.startIndex))
  return { length: length + swallowed, swallowed }
}

/**
 * Returns what tells whether an element is hidden, to be asked of each in their order. KaTeX has a formula three times, of
 * which its TeX source is shown; Joplin has code twice.
 */
function hiddenElements(): (name: string, attributes: Attributes) => boolean {
  let isBeforeTex = false
  let isBeforeCopy = false
  return (name, attributes) => {
    if (attributes.class === 'katex-mathml') isBeforeTex = true
    if (name === 'annotation') isBeforeTex = false
    const isDrawn = attributes.class === 'katex-html' || (isBeforeTex && /^m(row|table)$/.test(name))
    const isCopy = isBeforeCopy && attributes.class === 'hljs'
    isBeforeCopy = attributes.class === 'joplin-source'
    return isDrawn || isCopy || HIDDEN.test(name)
  }
}

function raisedText(text: string, letters: string): string {
  const places = Array.from(text, (letter) => MAY_BE_RAISED.indexOf(letter))
  return places.includes(-1) ? text : places.map((place) => letters[place]).join('')
}

function listOf(name: string, attributes: Attributes): List {
  const { style = '', class: classes = '', start } = attributes
  const isChecked = isCheckedIn(attributes)
  const isChecklist = /--en-todo:\s*true/.test(style) || CHECKLIST.test(classes) || isChecked !== undefined
  return { isOrdered: name === 'ol', isChecklist, isChecked, count: numberOr(1, start) - 1 }
}

/** Undefined where an element is neither checked nor unchecked. */
function isCheckedIn({ style = '', 'data-checked': checked, 'data-list': list }: Attributes) {
  const state = /--en-checked:\s*(true|false)/.exec(style)?.[1] ?? checked ?? list ?? ''
  if (/^(true|checked)$/.test(state)) return true
  return /^(false|unchecked)$/.test(state) ? false : undefined
}

function numberOr(usual: number, attribute = ''): number {
  return /^-?\d{1,9}$/.test(attribute) ? Number(attribute) : usual
}

function nextMarker(lists: List[], attributes: Attributes): string {
  const list = lists.at(-1)
  const indent = indentOf(lists.length - 1)
  const isChecked = isCheckedIn(attributes) ?? list?.isChecked
  if (isChecked !== undefined || list?.isChecklist)
    return `${indent}- ${tickBox(isChecked ?? CHECKED.test(attributes.class ?? ''))}`
  if (!list?.isOrdered) return `${indent}- `
  list.count = numberOr(list.count + 1, attributes.value)
  return `${indent}${list.count}. `
}

function indentOf(level: number): string {
  return '  '.repeat(Math.min(Math.max(0, level), MAX_NESTING))
}

const MAX_CELL_LINES = 10
const SEPARATOR = ' | '

/** Lines of a cell are joined by slashes, unless a long one or a table in it shows that the row is there for its layout. */
export function rowText(cells: string[]): string {
  const lines = cells.map((cell) => cell.split('\n').filter(Boolean))
  const isLong = (cell: string[]) => cell.length > MAX_CELL_LINES || (cell.length > 1 && cell.some(isRow))
  const isLayout = cells.length === 1 || lines.some(isLong)
  return isLayout ? cells.filter(Boolean).join('\n') : lines.map((cell) => cell.join(' / ')).join(SEPARATOR)
}

function isRow(line: string): boolean {
  return line.includes(SEPARATOR)
}

function nameOfImage({ alt, src = '' }: Attributes, words: Words): string {
  return alt || (/^data:|^$/.test(src) ? words.image : src.replace(/[?#].*$/, '').replace(/^.*\//, ''))
}
