import { notesIn } from '@/lib/api/note-list'
import type { LoadedNote, Note } from '@/lib/domain/note'
import { inTime } from '@/lib/kept/database'
import { draftsOf } from '@/lib/kept/drafts'
import { lastList } from '@/lib/kept/last-list'

// Re-exported so that use-notes loads one lazy file for both.
export { keepDeletion } from '@/lib/kept/last-list'

/** A user's notes as this browser last saw them; undefined where it keeps none. */
export async function keptNotes(user: string): Promise<Note[] | undefined> {
  const list = await lastList(user)
  const notes = list && (await notesIn(list.json))
  return notes?.filter(({ _id }) => !list?.deletedIds.includes(_id))
}

/** A note as this browser last saw it: on the list, or else where a draft of it began. */
export async function keptNote(user: string, id: string): Promise<LoadedNote | undefined> {
  const [notes, drafts] = await Promise.all([
    inTime(keptNotes(user)).catch((cause: unknown) => void console.warn(cause)),
    draftsOf(user),
  ])
  const note = notes?.find(({ _id }) => _id === id) ?? drafts.find(({ noteId }) => noteId === id)?.base
  return note && { title: note.title, content: note.content, isKept: true }
}
