import { type BundleInfo, bundleInfo } from './apps/bear.ts'
import { readEnex } from './apps/enex-reader.ts'
import type { FoundNotes } from './apps/found-note.ts'
import { htmlNotes } from './apps/html-page.ts'
import { type JoplinItem, readJoplinItem } from './apps/joplin.ts'
import { parsedJson } from './apps/json-fields.ts'
import { keepNotes } from './apps/keep.ts'
import { keepHtmlNotes } from './apps/keep-html.ts'
import { textNotes } from './apps/markdown.ts'
import { notasNotes } from './apps/notas.ts'
import { simplenoteNotes } from './apps/simplenote.ts'
import { standardNotes } from './apps/standard-notes.ts'
import { joined } from './archives/bytes.ts'
import { type Entry, MAX_NOTE_MEBIBYTES, MEBIBYTE, type TextBudget } from './entry.ts'
import { ReadError, type Reason } from './reason.ts'
import { decodeText, encodingOf, normalizedText } from './text/decode-text.ts'
import { markPictures, shortened } from './text/picture-data.ts'
import type { Words } from './words.ts'

export type FileContent = FoundNotes | JoplinItem | BundleInfo | Reason

export type FileRead = { path: string; modifiedAt: number; content: FileContent }

const HEAD_BYTES = 512
const MAX_JSON_MEBIBYTES = 256
/** Largest page or text, the data of its pictures included. */
const MAX_FILE_MEBIBYTES = 64

const TEXT_FILE = /\.(md|markdown|mdown|te?xt)$/i
const JSON_FORMATS = [notasNotes, keepNotes, simplenoteNotes, standardNotes]

export async function readFile(
  { path, modifiedAt, chunks }: Entry,
  words: Words,
  budget: TextBudget,
  onNotes: (count: number) => void,
): Promise<FileContent> {
  const rest = chunks()
  try {
    const head = await readHead(rest)
    const kind = kindOf(path, head)
    if (kind === 'unknown') return { reason: 'unknown-file' }
    const all = withHead(head, rest)
    if (kind === 'enex') return await readEnex(path, all, words, budget, onNotes)
    const isJson = kind === 'json'
    const text = decodeText(
      isJson
        ? await readWhole(all, MAX_JSON_MEBIBYTES, (bytes) => budget.spend(bytes))
        : await readWhole(all, MAX_FILE_MEBIBYTES),
    )
    // Without most of its pictures.
    if (!isJson) budget.spend(Math.min(text.length, MAX_NOTE_MEBIBYTES * MEBIBYTE))
    if (kind === 'json') return readJson(text, path, modifiedAt, words)
    if (kind === 'html') return readPage(text, path, modifiedAt, words)
    return readText(text, path, modifiedAt, words)
  } finally {
    await rest.return(undefined)
  }
}

async function readHead(chunks: AsyncGenerator<Uint8Array>): Promise<Uint8Array> {
  const head: Uint8Array[] = []
  for (let length = 0; length < HEAD_BYTES; ) {
    const { value, done } = await chunks.next()
    if (done) break
    head.push(value)
    length += value.length
  }
  return joined(head)
}

function kindOf(path: string, head: Uint8Array): 'enex' | 'json' | 'html' | 'text' | 'unknown' {
  const start = new TextDecoder(encodingOf(head)).decode(head.subarray(0, HEAD_BYTES)).trimStart()
  if (start.startsWith('<') && /<(!DOCTYPE )?en-export[\s>]/.test(start)) return 'enex'
  if (/^[{[]/.test(start)) return 'json'
  if (/\.html?$/i.test(path)) return 'html'
  return TEXT_FILE.test(path) ? 'text' : 'unknown'
}

async function* withHead(head: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head
  yield* rest
}

async function readWhole(
  chunks: AsyncIterable<Uint8Array>,
  maxMebibytes: number,
  spend = (_: number) => {},
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    parts.push(chunk)
    length += chunk.length
    if (length > maxMebibytes * MEBIBYTE) throw new ReadError('too-large', { detail: maxMebibytes })
    spend(chunk.length)
  }
  return joined(parts)
}

function readJson(text: string, path: string, modifiedAt: number, words: Words): FileContent {
  const json = parsedJson(text)
  const bundle = bundleInfo(json, path)
  if (bundle) return bundle
  for (const notesIn of JSON_FORMATS) {
    const found = notesIn(json, path, words)
    if (found) return found
  }
  if (TEXT_FILE.test(path)) return readText(text, path, modifiedAt, words)
  if (json !== undefined) return { reason: 'no-note-list' }
  if (/\.json$/i.test(path)) throw new ReadError('file-damaged')
  return { reason: 'unknown-file' }
}

function readPage(html: string, path: string, modifiedAt: number, words: Words): FileContent {
  const page = shortened(html)
  return (
    keepHtmlNotes(page, path, words) ?? htmlNotes(page, path, modifiedAt, words) ?? { reason: 'index-page' }
  )
}

function readText(text: string, path: string, modifiedAt: number, words: Words): FileContent {
  const clean = markPictures(normalizedText(shortened(text)), words)
  return readJoplinItem(clean) ?? textNotes(clean, path, modifiedAt, words)
}
