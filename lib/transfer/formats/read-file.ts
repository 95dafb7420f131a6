import { damagedFile, isNoKeepNote, isNoNoteList, isUnknown } from '@/lib/domain/messages/transfer-formats'
import { EnexReader } from './apps/enex-reader'
import type { FoundNotes } from './apps/found-note'
import { type JoplinItem, readJoplinItem } from './apps/joplin-item'
import { keepNotes } from './apps/keep'
import { keepHtmlNotes } from './apps/keep-html'
import { textNotes } from './apps/markdown'
import { notasNotes } from './apps/notas'
import { simplenoteNotes } from './apps/simplenote'
import { standardNotes } from './apps/standard-notes'
import { type Entry, ReadError } from './entry'
import type { TextBudget } from './file-chunks'
import { readWhole, withLongHead } from './file-chunks'
import { decodeText, encodingOf, normalizedText } from './text/decode-text'

export type FileContent =
  | { kind: 'notes'; found: FoundNotes }
  | { kind: 'joplin'; item: JoplinItem }
  | { kind: 'other'; reason: string }

export type FileRead = { path: string; modifiedAt: number; content: FileContent }

type FileKind = 'enex' | 'json' | 'html' | 'text' | 'unknown'

const MAX_JSON_MEBIBYTES = 256
const MAX_TEXT_MEBIBYTES = 8

const TEXT_FILE = /\.(md|markdown|mdown|te?xt)$/i
const JSON_FORMATS = [notasNotes, keepNotes, simplenoteNotes, standardNotes]

export async function readFile(
  entry: Entry,
  budget: TextBudget,
  onNotes: (count: number) => void,
): Promise<FileContent> {
  const { path, modifiedAt } = entry
  const chunks = withLongHead(entry.chunks())
  try {
    const { value: head = new Uint8Array() } = await chunks.next()
    const kind = kindOf(path, head)
    if (kind === 'unknown') return { kind: 'other', reason: isUnknown }
    if (kind === 'enex') return { kind: 'notes', found: await readEnex(path, head, chunks, budget, onNotes) }
    const maxMebibytes = kind === 'json' ? MAX_JSON_MEBIBYTES : MAX_TEXT_MEBIBYTES
    const text = decodeText(await readWhole(head, chunks, maxMebibytes, budget))
    if (kind === 'json') return readJson(text, path, modifiedAt)
    if (kind === 'html') return readHtml(text)
    return readText(text, path, modifiedAt)
  } finally {
    await chunks.return(undefined)
  }
}

function kindOf(path: string, head: Uint8Array): FileKind {
  const start = new TextDecoder(encodingOf(head)).decode(head.subarray(0, 512)).trimStart()
  if (start.startsWith('<') && /<(!DOCTYPE )?en-export[\s>]/.test(start)) return 'enex'
  if (/^[{[]/.test(start)) return 'json'
  if (/\.html?$/i.test(path)) return 'html'
  return TEXT_FILE.test(path) ? 'text' : 'unknown'
}

async function readEnex(
  path: string,
  head: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
  budget: TextBudget,
  onNotes: (count: number) => void,
): Promise<FoundNotes> {
  const reader = new EnexReader(path, encodingOf(head), budget)
  try {
    reader.write(head)
    for await (const chunk of rest) {
      reader.write(chunk)
      onNotes(reader.found.notes.length)
    }
    reader.end()
  } catch (cause) {
    if (!(cause instanceof ReadError)) throw cause
    reader.found.problems.push({ path, reason: cause.message })
  }
  return reader.found
}

function readJson(text: string, path: string, modifiedAt: number): FileContent {
  const json = parsed(text)
  for (const notesIn of JSON_FORMATS) {
    const found = notesIn(json, path)
    if (found) return { kind: 'notes', found }
  }
  if (TEXT_FILE.test(path)) return readText(text, path, modifiedAt)
  if (json !== undefined) return { kind: 'other', reason: isNoNoteList }
  if (/\.json$/i.test(path)) throw new ReadError(damagedFile)
  return { kind: 'other', reason: isUnknown }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readHtml(html: string): FileContent {
  const found = keepHtmlNotes(html)
  return found ? { kind: 'notes', found } : { kind: 'other', reason: isNoKeepNote }
}

function readText(text: string, path: string, modifiedAt: number): FileContent {
  const clean = normalizedText(text)
  const item = readJoplinItem(clean)
  return item ? { kind: 'joplin', item } : { kind: 'notes', found: textNotes(clean, path, modifiedAt) }
}
