import { type Note, normalizedForForm } from '@/lib/domain/note'
import { type ByteStream, parseList } from './json-list'
import { idIn, loadFailure, request, textAt } from './request'

// Apart from the calls of notes.ts, which the first load of the list does without, as the editor does without these.

export type NoteList = { notes: Note[]; json: Blob; etag: string | null }

export type OnPart = (notes: Note[]) => void

/** Lists all notes. Fails with status 304 if an ETag is given and the host still has that version. */
export async function listNotes(token: string, etag?: string, onPart?: OnPart): Promise<NoteList> {
  const headers = { ...(etag !== undefined && { 'If-None-Match': etag }) }
  let list: Omit<NoteList, 'etag'> | undefined
  const read = async (body: ByteStream) => {
    list = await parseNotes(body, onPart)
  }
  const response = await request({ method: 'GET', path: '/api/notes', token, headers, read })
  if (!list) throw loadFailure(response)
  return { ...list, etag: response.headers.get('ETag') }
}

export async function parseNotes(stream: ByteStream, onPart?: OnPart): Promise<Omit<NoteList, 'etag'>> {
  const { items, json } = await parseList(stream, noteIn, onPart)
  return { notes: items, json }
}

function noteIn(item: unknown): Note {
  const _id = idIn(item)
  if (_id === undefined) throw new TypeError('A note without an id')
  const text = { title: textAt(item, 'title') ?? '', content: textAt(item, 'content') ?? '' }
  return { _id, ...normalizedForForm(text) }
}
