import { labelsLine, notebookLine } from '../details.ts'
import { MAX_NOTE_MEBIBYTES, MEBIBYTE, TextBudget } from '../entry.ts'
import { type Problem, ReadError, reasonOf } from '../reason.ts'
import type { Format, ImportedNote } from '../survey.ts'
import { normalizedText } from '../text/decode-text.ts'
import type { Visible } from '../text/html-to-text.ts'
import { lengthWithoutSpace } from '../text/plain-marks.ts'
import type { Words } from '../words.ts'

export type FoundNote = {
  note: ImportedNote
  editedAt?: number
  labels?: string[]
  /** Tells the same note in two exports: its id in those of Notas, its path in those of Keep. */
  id?: string
  /** Path of the Markdown file with its content in an export of Notas. */
  copy?: string
  /** Fewer letters came out than its source shows. */
  mayLackText?: boolean
}

export type FoundNotes = { format: Format; notes: FoundNote[]; problems: Problem[] }

type Fields = {
  title: string
  content: string
  notebook?: string
  labels: string[]
  /** Lines after those of the labels. Empty ones are left out. */
  details?: string[]
  /** Times in milliseconds since 1970; NaN where there is none. */
  createdAt?: number
  editedAt?: number
  state?: ImportedNote['state']
}

export const MAX_NAME_LENGTH = 500

const EMPTY: Visible = { length: 0, swallowed: 0 }

/** Makes a note of its fields, and compares it with what the source of the content shows. */
export function foundNote(words: Words, fields: Fields, { length, swallowed }: Visible = EMPTY): FoundNote {
  const { title, content, notebook, labels, createdAt, editedAt, state = 'active' } = fields
  const details = [labelsLine(words, labels), ...(fields.details ?? [])]
  if (Math.max(content.length, lengthOf([title, ...details])) > MAX_NOTE_MEBIBYTES * MEBIBYTE)
    throw new ReadError('too-large', { detail: MAX_NOTE_MEBIBYTES })
  const note: ImportedNote = {
    title: oneLine(title),
    content: normalizedText(content),
    place: oneLine(notebookLine(words, notebook)) || undefined,
    details: [...new Set(details.map(oneLine))].filter(Boolean),
    createdOn: dayOf(createdAt),
    editedOn: dayOf(editedAt),
    state,
  }
  const read = length > 0 ? lengthWithoutSpace(note.content) : 0
  if (length > 0 && read === 0) throw new ReadError('note-damaged')
  const mayLackText = Math.min(read, length - swallowed) < MIN_SHARE * length
  // A part of a string would keep the whole file in memory.
  return structuredClone({ note, labels, editedAt: [editedAt, createdAt].find(isTime), mayLackText })
}

function lengthOf(texts: string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0)
}

/** Name of a notebook or label with the names of those around it, cut where it is longer than any that applications allow. */
export function pathOfNames(names: string[]): string {
  return names
    .filter(Boolean)
    .map((name) => name.slice(0, MAX_NAME_LENGTH))
    .join(' / ')
    .slice(0, MAX_NAME_LENGTH)
}

/** Text may be missing of a note with a smaller share of what its source shows. */
export const MIN_SHARE = 0.95

/** Reads each item of a list. One that is damaged is a problem and stops none of the others. */
export function readEach<Item>(
  format: Format,
  items: Item[],
  path: string,
  read: (item: Item, index: number) => FoundNote,
): FoundNotes {
  const found: FoundNotes = { format, notes: [], problems: [] }
  // Many notes may have the same long labels.
  const budget = new TextBudget()
  for (const [index, item] of items.entries()) {
    const position = items.length === 1 ? {} : { note: index + 1 }
    try {
      const note = read(item, index)
      budget.spend(lengthOf([note.note.content, ...note.note.details, ...(note.labels ?? [])]))
      found.notes.push(note)
      if (note.mayLackText) found.problems.push({ path, ...position, reason: 'may-lack-text' })
    } catch (cause) {
      found.problems.push({ path, ...position, ...reasonOf(cause, 'note-damaged') })
    }
  }
  return found
}

export function stateOf(isTrashed = false, isArchived = false): ImportedNote['state'] {
  if (isTrashed) return 'trashed'
  return isArchived ? 'archived' : 'active'
}

function oneLine(text: string): string {
  return normalizedText(text)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')
}

/** Day where the person is: an evening in Mexico is of that day, though it is the next one in UTC. */
export function dayOf(time: number | undefined): string | undefined {
  if (!isTime(time)) return undefined
  const date = new Date(time)
  const parts = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'))
  return [String(date.getFullYear()).padStart(4, '0'), ...parts].join('-')
}

export function isTime(time: number | undefined): time is number {
  return time !== undefined && time > 0 && !Number.isNaN(new Date(time).getTime())
}
