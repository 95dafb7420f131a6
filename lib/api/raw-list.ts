import type { Note } from '@/lib/domain/note'
import { type ByteStream, parseList } from './json-list'
import { idIn, loadFailure, request, textAt } from './request'

/** Lists all notes with their texts as the host has them, not normalized for the form. */
export async function listRawNotes(token: string): Promise<Note[]> {
  let notes: Note[] | undefined
  const read = async (body: ByteStream) => {
    notes = await parseRawNotes(body)
  }
  const response = await request({ method: 'GET', path: '/api/notes', token, read })
  if (!notes) throw loadFailure(response)
  return notes
}

export async function parseRawNotes(stream: ByteStream): Promise<Note[]> {
  return (await parseList(stream, rawNoteIn)).items
}

function rawNoteIn(item: unknown): Note {
  const _id = idIn(item)
  if (_id === undefined) throw new TypeError('A note without an id')
  return { _id, title: textAt(item, 'title') ?? '', content: textAt(item, 'content') ?? '' }
}
