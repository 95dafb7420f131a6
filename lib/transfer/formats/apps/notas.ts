import { damagedNote, newerNotas } from '@/lib/domain/messages/transfer-formats'
import { ReadError } from '../entry'
import { type FoundNote, type FoundNotes, readEach } from './found-note'
import { isObject, type JsonObject } from './json-fields'

const VERSION = 1

export function notasNotes(json: unknown, path: string): FoundNotes | undefined {
  const notes = listOfNotes(json)
  return notes && readEach('notas', notes, path, exactNote)
}

function listOfNotes(json: unknown): unknown[] | undefined {
  if (Array.isArray(json)) return json.some(isNote) ? json : undefined
  if (!isObject(json) || json.format !== 'notas' || !Array.isArray(json.notes)) return undefined
  if (Number(json.version) > VERSION) throw new ReadError(newerNotas)
  return json.notes
}

function exactNote(note: unknown): FoundNote {
  if (!isNote(note)) throw new ReadError(damagedNote)
  const { title, content } = note
  return { note: { title, content, details: [], state: 'active', isExact: true } }
}

function isNote(value: unknown): value is JsonObject & { title: string; content: string } {
  return isObject(value) && typeof value.title === 'string' && typeof value.content === 'string'
}
