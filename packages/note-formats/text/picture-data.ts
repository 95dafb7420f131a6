import type { Words } from '../words.ts'
import { attachmentMark } from './plain-marks.ts'

const BASE64 = /(data:[\w.+-]+\/[\w.+-]+(?:;[\w.=-]+)*;base64,)[\w+/=%-]+(?:\s+[\w+/]{60,})*/gi

const DEFINITION = /(?:^|\n{1,2}) {0,3}\[([^\][\n]+)\]:[ \t]*<?data:[^\s<>]*>?[^\n]*/gi
const REFERENCE = /!?\[([^\][\n]*)\](?:\[([^\][\n]*)\])?(?!\()/g
const INLINE = /!?\[([^\][\n]*)\]\(\s*<?data:[^\s()<>]*>?(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)|<img\s[^<>]*>/gi
const DATA_SOURCE = /\ssrc\s*=\s*["']?data:/i
const ALT = /\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i

/** Cuts data from addresses, and keeps their beginning. */
export function withoutData(html: string): string {
  return html.replace(BASE64, '$1')
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
