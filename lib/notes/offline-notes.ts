import { parseNotes } from '@/lib/api/note-list'
import type { LoadedNote, Note } from '@/lib/domain/note'
import { readDrafts } from '@/lib/drafts/draft-store'
import { withTimeout } from '@/lib/offline/database'
import { readList } from '@/lib/offline/list-cache'

export async function offlineNotes(user: string): Promise<Note[] | undefined> {
  const list = await readList(user)
  const notes = list && (await parseNotes(list.json))
  return notes?.filter(({ _id }) => !list?.deletedIds.includes(_id))
}

export async function offlineNote(user: string, id: string): Promise<LoadedNote | undefined> {
  const [notes, drafts] = await Promise.all([
    withTimeout(offlineNotes(user)).catch((cause: unknown) => void console.warn(cause)),
    readDrafts(user),
  ])
  const note = notes?.find(({ _id }) => _id === id) ?? drafts.find(({ noteId }) => noteId === id)?.base
  return note && { title: note.title, content: note.content, isKept: true }
}
