import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { MAX_NOTE_MEBIBYTES, MEBIBYTE, type TextBudget } from '../entry.ts'
import { ReadError, reasonOf } from '../reason.ts'
import { encodingOf } from '../text/decode-text.ts'
import type { Words } from '../words.ts'
import { DATA_HASH, enexNote } from './enex-note.ts'
import type { FoundNotes } from './found-note.ts'

const MAX_NOTE_LENGTH = MAX_NOTE_MEBIBYTES * MEBIBYTE

/** A tag that ends its element at once is no mark, nor is one whose end has not come yet. */
const MARK = /<(data|alternate-data|recognition)(?:>|\s(?![^<>]{0,200}(?:\/>|$)))|<\/note>/
const DATA_END = /<\/(alternate-)?data>/
const RECOGNITION_END = /<\/(recognition|resource|note)>/
const RECOGNIZED = /objID=(?:["']|&quot;)([\da-f]+)/i
const START = /(?=<note[\s>])/
const FIELD = /<(title|content)[\s>]/
const MARKUP = /<[a-z/?]/i
const MARK_LENGTH = '<alternate-data '.length + 200
const MAX_RECOGNITION_HEAD = 2000

/** Reads note by note, without the data of attachments: the file may be larger than the memory. */
export async function readEnex(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  words: Words,
  budget: TextBudget,
  onNotes: (count: number) => void,
): Promise<FoundNotes> {
  const found: FoundNotes = { format: 'evernote', notes: [], problems: [] }
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let unread = ''
  let note = ''
  let skipped: Skipped | undefined
  let isTooLarge = false
  let isDataDamaged = false
  let position = 0

  /** Returns the next mark; empty where none has come yet. */
  function readToMark(): string {
    const next = (skipped?.end ?? MARK).exec(unread)
    const end = next?.index ?? Math.max(0, unread.length - MARK_LENGTH)
    const text = unread.slice(0, end)
    if (!skipped) keep(text)
    else if (skipped.end === DATA_END && MARKUP.test(text)) isDataDamaged = true
    else skipped.add(text)
    const [mark = ''] = next ?? []
    unread = unread.slice(end + mark.length)
    return mark
  }

  function keep(text: string) {
    note += text
    budget.spend(text.length)
    if (note.length <= MAX_NOTE_LENGTH) return
    note = ''
    isTooLarge = true
  }

  function endNotes() {
    // The end of a note may be damaged, and before the first one is the beginning of the file.
    const [first = '', ...others] = note.split(START)
    const parts = others.length === 0 || FIELD.test(first) ? [first, ...others] : others
    for (const part of parts) endNote(part)
    note = ''
    isTooLarge = false
  }

  function endNote(xml: string) {
    position += 1
    try {
      if (isTooLarge) throw new ReadError('too-large', { detail: MAX_NOTE_MEBIBYTES })
      const read = enexNote(xml, words)
      found.notes.push(read)
      if (read.mayLackText) found.problems.push({ path, note: position, reason: 'may-lack-text' })
    } catch (cause) {
      found.problems.push({ path, note: position, ...reasonOf(cause, 'note-damaged') })
    }
  }

  try {
    for await (const chunk of chunks) {
      decoder ??= new TextDecoder(encodingOf(chunk))
      unread += decoder.decode(chunk, { stream: true })
      for (let mark = readToMark(); mark; mark = readToMark()) {
        if (skipped) {
          if (isDataDamaged) found.problems.push({ path, reason: 'file-damaged' })
          isDataDamaged = false
          keep(skipped.kept())
          if (mark === '</resource>') keep(mark)
          skipped = undefined
        } else if (mark !== '</note>') skipped = skippedAfter(mark)
        if (mark === '</note>') endNotes()
      }
      onNotes(found.notes.length)
    }
    note += unread
    if (skipped || !note.includes('</en-export>')) throw new ReadError('cut-off')
    if (START.test(note)) endNotes()
  } catch (cause) {
    found.problems.push({ path, ...reasonOf(cause, 'file-damaged') })
  }
  return found
}

/** Element of a resource of which only an identifier is kept. It comes in parts. */
type Skipped = { end: RegExp; add: (part: string) => void; kept: () => string }

function skippedAfter(mark: string): Skipped {
  if (mark.startsWith('<recognition')) return recognition()
  return mark.startsWith('<data') ? hashOfData(mark) : { end: DATA_END, add: () => {}, kept: () => '' }
}

function recognition(): Skipped {
  let head = ''
  return {
    end: RECOGNITION_END,
    add(part) {
      head += part.slice(0, MAX_RECOGNITION_HEAD - head.length)
    },
    kept: () => `<recognition>${RECOGNIZED.exec(head)?.[1] ?? ''}</recognition>`,
  }
}

/** MD5 of the bytes that an element's base64 stands for, after the mark with which the element begins. */
function hashOfData(mark: string): Skipped {
  const hash = md5.create()
  let rest = ''
  let isInTag = !mark.endsWith('>')
  return {
    end: DATA_END,
    add(part) {
      const start = isInTag ? part.indexOf('>') + 1 : 0
      if (isInTag && start === 0) return
      isInTag = false
      const base64 = rest + part.slice(start).replace(/[^A-Za-z0-9+/]/g, '')
      const whole = base64.length - (base64.length % 4)
      hash.update(bytesOf(base64.slice(0, whole)))
      rest = base64.slice(whole)
    },
    kept() {
      hash.update(bytesOf(rest))
      return `<${DATA_HASH}>${bytesToHex(hash.digest())}</${DATA_HASH}>`
    },
  }
}

function bytesOf(base64: string): Uint8Array {
  // One letter alone stands for no byte.
  const text = atob(base64.length % 4 === 1 ? base64.slice(0, -1) : base64)
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}
