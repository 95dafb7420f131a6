import { MAX_NOTE_MEBIBYTES, MEBIBYTE } from '../entry.ts'
import { ReadError } from '../reason.ts'
import type { Words } from '../words.ts'
import { attachmentMark } from './plain-marks.ts'

const DATA_START = /data:[\w.+-]+\/[\w.+-]+(?:;[\w.=-]+)*;base64,/gi
/** A part of the data, whose lines may have spaces between them. One match of megabytes would overflow the stack. */
const DATA_PART = /\s{0,100}[\w+/]{60}|[\w+/=%-]{1,60}/y

const DEFINITION = /(?:^|\n{1,2}) {0,3}\[([^\][\n]+)\]:[ \t]*<?data:image\/[^\s<>]*>?[^\n]*/gi
const REFERENCE = /!?\[([^\][\n]*)\](?:\[([^\][\n]*)\])?(?!\()/g
const INLINE =
  /!?\[([^\][\n]*)\]\(\s*<?data:image\/[^\s()<>]*>?(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)|<img\s[^<>]*>/gi
const DATA_SOURCE = /\ssrc\s*=\s*["']?data:image\//i
const ALT = /\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i

/** Cuts data of pictures from a text that is too long, which fails if it is too long without them. */
export function shortened(text: string): string {
  const short = isTooLong(text) ? withoutData(text) : text
  if (isTooLong(short)) throw new ReadError('too-large', { detail: MAX_NOTE_MEBIBYTES })
  return short
}

function isTooLong(text: string): boolean {
  return text.length > MAX_NOTE_MEBIBYTES * MEBIBYTE
}

/** Cuts data from addresses, and keeps their beginning. */
function withoutData(text: string): string {
  let short = ''
  let end = 0
  for (const { index, 0: start } of text.matchAll(DATA_START)) {
    if (index < end) continue
    short += text.slice(end, index) + start
    end = index + start.length
    DATA_PART.lastIndex = end
    while (DATA_PART.test(text)) end = DATA_PART.lastIndex
  }
  return short + text.slice(end)
}

/** Puts a mark in place of each picture whose data is in the Markdown. */
export function markPictures(markdown: string, words: Words): string {
  const defined = new Set<string>()
  const text = markdown.replace(DEFINITION, (_, id: string) => {
    defined.add(id.toLowerCase())
    return ''
  })
  const mark = (alt = '') => attachmentMark(words, alt || words.image)
  const marked = text.replace(INLINE, (picture: string, alt?: string) => {
    if (alt !== undefined) return mark(alt)
    const [, quoted, single] = ALT.exec(picture) ?? []
    return DATA_SOURCE.test(picture) ? mark(quoted ?? single) : picture
  })
  if (defined.size === 0) return marked
  return marked.replace(REFERENCE, (reference: string, alt: string, id: string) =>
    defined.has((id || alt).toLowerCase()) ? mark(alt) : reference,
  )
}
