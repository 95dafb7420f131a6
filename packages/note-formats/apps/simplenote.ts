import type { Words } from '../words.ts'
import { type FoundNote, type FoundNotes, foundNote, readEach, stateOf } from './found-note.ts'
import { asObject, isObject, listIn, textIn } from './json-fields.ts'

export function simplenoteNotes(json: unknown, path: string, words: Words): FoundNotes | undefined {
  if (!isObject(json) || !Array.isArray(json.activeNotes)) return undefined
  const { length } = json.activeNotes
  const notes = [...json.activeNotes, ...listIn(json, 'trashedNotes')]
  return readEach('simplenote', notes, path, (note, index) => simplenoteNote(note, words, index >= length))
}

function simplenoteNote(json: unknown, words: Words, isTrashed: boolean): FoundNote {
  const note = asObject(json)
  const [title = '', ...rest] = textIn(note, 'content').split(/\r\n?|\n/)
  if (rest[0]?.trim() === '') rest.shift()
  return foundNote(words, {
    title,
    content: rest.join('\n'),
    labels: listIn(note, 'tags').map(String),
    createdAt: timeOf(note.creationDate),
    editedAt: timeOf(note.lastModified ?? note.modificationDate),
    state: stateOf(isTrashed),
  })
}

/** Older exports hold seconds since 1970, newer ones dates. */
function timeOf(value: unknown): number {
  const seconds = Number(value)
  return Number.isNaN(seconds) ? Date.parse(String(value)) : seconds * 1000
}
