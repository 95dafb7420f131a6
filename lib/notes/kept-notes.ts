import { notesIn } from '@/lib/api/notes'
import type { Note } from '@/lib/domain/note'
import { lastList } from '@/lib/kept/last-list'

/** A user's notes as this browser last saw them; undefined where it keeps none. */
export async function keptNotes(user: string): Promise<Note[] | undefined> {
  const list = await lastList(user)
  const notes = list && notesIn(JSON.parse(list.json))
  return notes?.filter(({ _id }) => !list?.deletedIds.includes(_id))
}
