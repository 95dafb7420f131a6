import { type Note, normalizedForForm } from '@/lib/domain/note'
import { parseList } from './json-list'
import { idIn, loadFailure, request, textAt } from './request'

/** The notes, and the JSON that they came in. */
export async function listNotes(token: string): Promise<{ notes: Note[]; json: Blob }> {
  const answer = await request({ method: 'GET', path: '/api/notes', token, withBytes: true })
  const json = answer.bytes
  const notes = json && (await notesIn(json))
  if (!notes) throw loadFailure(answer)
  return { notes, json }
}

/** The notes of a list's JSON; undefined where it is something else. */
export async function notesIn(json: Blob): Promise<Note[] | undefined> {
  const notes: (Note | undefined)[] = await parseList(json, noteIn).catch(() => [undefined])
  return notes.every((note) => note !== undefined) ? notes : undefined
}

function noteIn(item: unknown): Note | undefined {
  const _id = idIn(item)
  const text = { title: textAt(item, 'title') ?? '', content: textAt(item, 'content') ?? '' }
  return _id === undefined ? undefined : { _id, ...normalizedForForm(text) }
}
