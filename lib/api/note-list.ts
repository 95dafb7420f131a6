import { type Note, normalizedForForm } from '@/lib/domain/note'
import { parseList } from './json-list'
import { idIn, loadFailure, request, textAt } from './request'

// Apart from the calls of notes.ts, which the first load of the list does without, as the editor does without these.

export type NoteList = { notes: Note[]; json: Blob; etag: string | null }

/** Lists all notes. Fails with status 304 if an ETag is given and the host still has that version. */
export async function listNotes(token: string, etag?: string): Promise<NoteList> {
  const headers = { ...(etag !== undefined && { 'If-None-Match': etag }) }
  const response = await request({ method: 'GET', path: '/api/notes', token, headers, isLong: true })
  const json = response.bytes
  const notes = json && (await parseNotes(json).catch(() => undefined))
  if (!notes) throw loadFailure(response)
  return { notes, json, etag: response.headers.get('ETag') }
}

export function parseNotes(json: Blob): Promise<Note[]> {
  return parseList(json, noteIn)
}

function noteIn(item: unknown): Note {
  const _id = idIn(item)
  if (_id === undefined) throw new TypeError('A note without an id')
  const text = { title: textAt(item, 'title') ?? '', content: textAt(item, 'content') ?? '' }
  return { _id, ...normalizedForForm(text) }
}
