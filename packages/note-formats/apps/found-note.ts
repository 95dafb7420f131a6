import { labelsLine, notebookLine } from '../details.ts'
import { type Problem, reasonOf } from '../reason.ts'
import type { Format, ImportedNote } from '../survey.ts'
import { normalizedText } from '../text/decode-text.ts'
import type { Words } from '../words.ts'

export type FoundNote = { note: ImportedNote; editedAt?: number | undefined; labels?: string[] }

export type FoundNotes = { format: Format; notes: FoundNote[]; problems: Problem[] }

type Fields = {
  title: string
  content: string
  notebook?: string
  labels?: string[]
  /** Lines after those of notebook and labels. Empty ones are left out. */
  details?: string[]
  /** Times in milliseconds since 1970; NaN where there is none. */
  createdAt?: number
  editedAt?: number
  isArchived?: boolean
  isTrashed?: boolean
}

export function foundNote(words: Words, fields: Fields): FoundNote {
  const { title, content, notebook, labels = [], createdAt, editedAt } = fields
  const details = [notebookLine(words, notebook), labelsLine(words, labels), ...(fields.details ?? [])]
  const note: ImportedNote = {
    title: oneLine(title),
    content: normalizedText(content),
    details: [...new Set(details.map(oneLine))].filter(Boolean),
    createdOn: dayOf(createdAt),
    editedOn: dayOf(editedAt),
    state: stateOf(fields),
  }
  // A part of a string would keep the whole file in memory.
  return structuredClone({ note, labels, editedAt: [editedAt, createdAt].find(isTime) })
}

/** Reads each item of a list. One that is damaged is a problem and stops none of the others. */
export function readEach<Item>(
  format: Format,
  items: Item[],
  path: string,
  read: (item: Item, index: number) => FoundNote,
): FoundNotes {
  const found: FoundNotes = { format, notes: [], problems: [] }
  for (const [index, item] of items.entries()) {
    try {
      found.notes.push(read(item, index))
    } catch (cause) {
      const note = items.length === 1 ? {} : { note: index + 1 }
      found.problems.push({ path, ...note, ...reasonOf(cause, 'note-damaged') })
    }
  }
  return found
}

function stateOf({ isArchived, isTrashed }: Fields): ImportedNote['state'] {
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

function dayOf(time: number | undefined): string | undefined {
  return isTime(time) ? new Date(time).toISOString().slice(0, 10) : undefined
}

function isTime(time: number | undefined): time is number {
  return time !== undefined && time > 0 && !Number.isNaN(new Date(time).getTime())
}
