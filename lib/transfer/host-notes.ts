import { listRawNotes } from '@/lib/api/raw-list'
import type { Note } from '@/lib/domain/note'
import { requireToken } from '@/lib/session/token'

/** Lists the user's notes with their texts exactly as the host has them. */
export async function loadHostNotes(): Promise<Note[]> {
  return listRawNotes(requireToken())
}
