import { isSameText, type Note, normalizedForForm } from '@/lib/domain/note'
import { type ByteStream, type Bytes, parseList } from './json-list'
import { featuresIn } from './notes'
import { failure, idIn, request, textAt } from './request'

export type NoteList = { notes: Note[]; json: Bytes[]; etag: string | null; features: string | null }

export type OnPart = (notes: Note[]) => void

/** Lists all notes. Fails with status 304 if an ETag is given and the host still has that version. */
export async function listNotes(token: string, etag?: string, onPart?: OnPart): Promise<NoteList> {
  const headers = { ...(etag !== undefined && { 'If-None-Match': etag }) }
  let list: Parsed | undefined
  const read = async (body: ByteStream) => {
    list = await parseNotes(body, onPart)
  }
  const response = await request({ method: 'GET', path: '/api/notes', token, headers, read })
  if (!list) throw failure(response)
  return { ...list, etag: response.headers.get('ETag'), features: featuresIn(response.headers) }
}

type Parsed = Pick<NoteList, 'notes' | 'json'>

export async function parseNotes(stream: ByteStream, onPart?: OnPart): Promise<Parsed> {
  const { items, json } = await parseList(stream, noteIn, onPart)
  return { notes: items, json }
}

function noteIn(item: unknown): Note {
  const _id = idIn(item)
  if (_id === undefined) throw new TypeError('A note without an id')
  const text = { title: textAt(item, 'title') ?? '', content: textAt(item, 'content') ?? '' }
  const shown = normalizedForForm(text)
  return { _id, ...shown, ...(!isSameText(shown, text) && { raw: text }) }
}
