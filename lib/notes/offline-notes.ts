import { notesIn } from '@/lib/api/note-list'
import type { LoadedNote, Note } from '@/lib/domain/note'
import { draftsOf } from '@/lib/drafts/draft-store'
import { withTimeout } from '@/lib/offline/database'
import { cachedList } from '@/lib/offline/list-cache'

// Re-exported so that use-notes loads one lazy file for both.
export { storeDeletion } from '@/lib/offline/list-cache'

/** A user's notes as this browser last saw them; undefined where it keeps none. */
export async function offlineNotes(user: string): Promise<Note[] | undefined> {
  const list = await cachedList(user)
  const notes = list && (await notesIn(list.json))
  return notes?.filter(({ _id }) => !list?.deletedIds.includes(_id))
}

/** A note as this browser last saw it: on the list, or else where a draft of it began. */
export async function offlineNote(user: string, id: string): Promise<LoadedNote | undefined> {
  const [notes, drafts] = await Promise.all([
    withTimeout(offlineNotes(user)).catch((cause: unknown) => void console.warn(cause)),
    draftsOf(user),
  ])
  const note = notes?.find(({ _id }) => _id === id) ?? drafts.find(({ noteId }) => noteId === id)?.base
  return note && { title: note.title, content: note.content, isKept: true }
}
