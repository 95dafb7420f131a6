import { ReadError } from '../reason.ts'
import { type FoundNote, type FoundNotes, readEach } from './found-note.ts'
import { isObject, type JsonObject } from './json-fields.ts'

const VERSION = 1

/** File of our own export that holds no note. */
export const READ_ME = 'LEEME.txt'

export function notasNotes(json: unknown, path: string): FoundNotes | undefined {
  const notes = listOfNotes(json)
  return notes && readEach('notas', notes, path, exactNote)
}

function listOfNotes(json: unknown): unknown[] | undefined {
  if (Array.isArray(json)) return json.some(isNote) ? json : undefined
  if (!isObject(json) || json.format !== 'notas' || !Array.isArray(json.notes)) return undefined
  if (Number(json.version) > VERSION) throw new ReadError('newer-notas')
  return json.notes
}

function exactNote(note: unknown): FoundNote {
  if (!isNote(note)) throw new ReadError('note-damaged')
  const { title, content, _id, file } = note
  return {
    note: { title, content, details: [], state: 'active', isExact: true },
    id: typeof _id === 'string' ? _id : undefined,
    copy: typeof file === 'string' ? file : undefined,
  }
}

function isNote(value: unknown): value is JsonObject & { title: string; content: string } {
  return isObject(value) && typeof value.title === 'string' && typeof value.content === 'string'
}
