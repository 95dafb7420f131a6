import { idIn, isSameText, type Note, normalizedForForm } from '@/lib/domain/note'
import { rememberFeatures } from './features'
import { type ByteStream, type Bytes, parseList } from './json-list'
import { failure, request, textAt } from './request'

export type NoteList = { notes: Note[]; json: Bytes[]; etag: string | null }

/** `keep` returns what stays in memory of a note. */
export type Reading = { onPart?: (notes: Note[]) => void; keep?: (note: Note) => Note }

/** Fails with status 304 if the host still has the version of the ETag. */
export async function listNotes(token: string, etag?: string, reading?: Reading): Promise<NoteList> {
  const headers = { ...(etag !== undefined && { 'If-None-Match': etag }) }
  let list: Awaited<ReturnType<typeof parseNotes>> | undefined
  const read = async (body: ByteStream) => {
    list = await parseNotes(body, reading)
  }
  const response = await request({ method: 'GET', path: '/api/notes', token, headers, read })
  if (list || response.status === 304) rememberFeatures(response.headers)
  if (!list) {
    const answer = response.text && (await import('./answer').catch(console.warn))
    throw (answer ? answer.failureOf : failure)(response)
  }
  const given = response.headers
  return { notes: list.items, json: list.json, etag: given.get('Notas-ETag') ?? given.get('ETag') }
}

export function parseNotes(stream: ByteStream, { onPart, keep = (note) => note }: Reading = {}) {
  return parseList(stream, (item) => keep(noteIn(item)), onPart)
}

function noteIn(item: unknown): Note {
  const _id = idIn(item)
  if (_id === undefined) throw new TypeError('A note without an id')
  const text = { title: textAt(item, 'title') ?? '', content: textAt(item, 'content') ?? '' }
  const shown = normalizedForForm(text)
  return { _id, ...shown, ...(!isSameText(shown, text) && { raw: text }) }
}
