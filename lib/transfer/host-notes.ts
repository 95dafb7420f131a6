import { listNotes } from '@/lib/api/note-list'
import { type Note, rawTextOf } from '@/lib/domain/note'
import { rememberFeatures } from '@/lib/session/features'
import { requireToken } from '@/lib/session/token'

/** Lists the user's notes with their texts exactly as the host has them. */
export async function loadHostNotes(token = requireToken()): Promise<Note[]> {
  const { notes, features } = await listNotes(token)
  rememberFeatures(features)
  return rawNotes(notes)
}

export function rawNotes(notes: Note[]): Note[] {
  return notes.map((note) => ({ _id: note._id, ...rawTextOf(note) }))
}
