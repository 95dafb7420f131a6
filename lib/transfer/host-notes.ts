import { listNotes } from '@/lib/api/note-list'
import { type Note, rawTextOf } from '@/lib/domain/note'
import { requireToken } from '@/lib/session/token'

export async function loadHostNotes(token = requireToken()): Promise<Note[]> {
  const { notes } = await listNotes(token)
  return rawNotes(notes)
}

export function rawNotes(notes: Note[]): Note[] {
  return notes.map((note) => ({ _id: note._id, ...rawTextOf(note) }))
}
