import { type Note, normalizedForForm } from '@/lib/domain/note'
import { parseList } from './json-list'
import { idIn, loadFailure, request, textAt } from './request'

// Apart from the calls of notes.ts, which the first load of the list does without, as the editor does without these.

export async function listNotes(token: string): Promise<{ notes: Note[]; json: Blob }> {
  const response = await request({ method: 'GET', path: '/api/notes', token, isLong: true })
  const json = response.bytes
  const notes = json && (await parseNotes(json))
  if (!notes) throw loadFailure(response)
  return { notes, json }
}

export async function parseNotes(json: Blob): Promise<Note[] | undefined> {
  const notes: (Note | undefined)[] = await parseList(json, noteIn).catch(() => [undefined])
  return notes.every((note) => note !== undefined) ? notes : undefined
}

function noteIn(item: unknown): Note | undefined {
  const _id = idIn(item)
  const text = { title: textAt(item, 'title') ?? '', content: textAt(item, 'content') ?? '' }
  return _id === undefined ? undefined : { _id, ...normalizedForForm(text) }
}
