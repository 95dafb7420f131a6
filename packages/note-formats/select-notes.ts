import { datesLine, withDetails } from './details.ts'
import type { SourceNote } from './match-notes.ts'
import type { Steps } from './steps.ts'
import type { ImportedNote, NoteText } from './survey.ts'
import { WORDS, type Words } from './words.ts'

export type TextOptions = {
  /** Whether the notebook or folder, and the days of creation and last edit, are written at the end. */
  keepsOrigin: boolean
  /** Most code points of a title and a content: a longer note becomes several. */
  limits?: { title: number; content: number }
  words?: Partial<Words>
}

export type Selection = TextOptions & { archived: boolean; trashed: boolean }

export function* selectNotes(notes: ImportedNote[], selection: Selection): Steps<SourceNote[]> {
  const { archived, trashed } = selection
  const sources: SourceNote[] = []
  for (const note of notes) {
    yield
    if ((note.state === 'archived' && !archived) || (note.state === 'trashed' && !trashed)) continue
    for (const text of noteTexts(note, selection)) sources.push({ text })
  }
  return sources
}

const NO_LIMITS = { title: Infinity, content: Infinity }

export function noteTexts(note: ImportedNote, options: TextOptions): NoteText[] {
  const { title, content, place = '', details, createdOn, editedOn } = note
  if (note.isExact) return [{ title, content }]
  const { keepsOrigin, limits = NO_LIMITS } = options
  const words = { ...WORDS, ...options.words }
  const lines = keepsOrigin ? [place, ...details, datesLine(words, createdOn, editedOn)] : details
  const text = withDetails(content, lines.filter(Boolean))
  const [short = ''] = cutText(title, limits.title)
  const parts = cutText(short === title ? text : [title, text].filter(Boolean).join('\n\n'), limits.content)
  return parts.map((part, index) => {
    const suffix = parts.length === 1 ? '' : words.partOf(index + 1, parts.length)
    return { title: withSuffix(short, suffix, limits.title), content: part }
  })
}

function withSuffix(title: string, suffix: string, maxLength: number): string {
  if (suffix === '') return title
  const [short = ''] = cutText(title, maxLength - suffix.length - 1)
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
