import { partOf } from '@/lib/domain/messages/transfer-formats'
import type { NoteText } from '@/lib/domain/note'
import { CONTENT_MAX_LENGTH, TITLE_MAX_LENGTH } from '@/lib/domain/note-limits'
import { datesLine, withDetails } from './details'
import type { SourceNote, Steps } from './missing-notes'
import type { ImportedNote } from './survey'

export type Selection = { archived: boolean; trashed: boolean; keepsDates: boolean }

export function* selectNotes(
  notes: ImportedNote[],
  { archived, trashed, keepsDates }: Selection,
): Steps<SourceNote[]> {
  const sources: SourceNote[] = []
  for (const note of notes) {
    yield
    if ((note.state === 'archived' && !archived) || (note.state === 'trashed' && !trashed)) continue
    const alternatives = noteTexts(note, { keepsDates: !keepsDates })
    for (const [part, text] of noteTexts(note, { keepsDates }).entries()) {
      sources.push({ text, alternative: alternatives[part] })
    }
  }
  return sources
}

export function noteTexts(note: ImportedNote, { keepsDates }: { keepsDates: boolean }): NoteText[] {
  const { title, content, details, createdOn, editedOn } = note
  if (note.isExact) return [{ title, content }]
  const dates = keepsDates ? datesLine(createdOn, editedOn) : ''
  const text = withDetails(content, dates ? [...details, dates] : details)
  const [short = ''] = cutText(title, TITLE_MAX_LENGTH)
  const parts = cutText(
    short === title ? text : [title, text].filter(Boolean).join('\n\n'),
    CONTENT_MAX_LENGTH,
  )
  return parts.map((part, index) => ({ title: withPart(short, index + 1, parts.length), content: part }))
}

function withPart(title: string, part: number, parts: number): string {
  if (parts === 1) return title
  const suffix = partOf(part, parts)
  const [short = ''] = cutText(title, TITLE_MAX_LENGTH - suffix.length - 1)
  return `${short} ${suffix}`.trim()
}

/** Cuts a text into pieces of at most `maxLength` code points, where it can at the end of a line. */
function cutText(text: string, maxLength: number): string[] {
  const pieces: string[] = []
  let rest = text
  while (rest.length > maxLength) {
    const end = endOfPiece(rest, maxLength)
    if (end === rest.length) break
    pieces.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return [...pieces, rest]
}

function endOfPiece(text: string, maxLength: number): number {
  const limit = indexOfCodePoint(text, maxLength)
  if (limit === text.length) return limit
  const lineEnd = text.lastIndexOf('\n', limit - 1) + 1
  if (lineEnd > limit / 2) return lineEnd
  return new Intl.Segmenter('es').segment(text).containing(limit)?.index || limit
}

function indexOfCodePoint(text: string, count: number): number {
  let index = 0
  for (let left = count; left > 0 && index < text.length; left--) {
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1
  }
  return index
}
