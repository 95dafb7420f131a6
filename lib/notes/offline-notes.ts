import { type OnPart, parseNotes } from '@/lib/api/note-list'
import { OTHER_ORIGIN } from '@/lib/api/request'
import type { LoadedNote, Note } from '@/lib/domain/note'
import { readDrafts } from '@/lib/drafts/draft-store'
import { withTimeout } from '@/lib/offline/database'
import { readList, removeList } from '@/lib/offline/list-cache'
import { removeListEtag } from '@/lib/session/list-etag'
import { hasEnded } from '@/lib/session/token'

/** Reads the cached list for a page without a network. Removes it instead if the host has ended the session. */
export async function offlineNotes(user: string | null): Promise<Note[] | undefined> {
  if (user === null) return undefined
  // The failed call may have been one that the host's CORS refused, for its If-None-Match.
  if (OTHER_ORIGIN) removeListEtag()
  if (hasEnded()) await removeList(user)
  const list = await readList(user)
  const { notes } = (list && (await parseNotes(list.json.stream()))) ?? {}
  return hasEnded() ? undefined : notes?.filter(({ _id }) => !list?.deletedIds.includes(_id))
}

export async function cachedNotes(
  user: string | null,
  etag: string,
  onPart: OnPart,
): Promise<Note[] | undefined> {
  const list = user === null ? undefined : await withTimeout(readList(user))
  return list?.etag === etag ? (await parseNotes(list.json.stream(), onPart)).notes : undefined
}

export async function offlineNote(user: string, id: string): Promise<LoadedNote | undefined> {
  const [notes, drafts] = await Promise.all([
    withTimeout(offlineNotes(user)).catch((cause: unknown) => void console.warn(cause)),
    readDrafts(user),
  ])
  const note = notes?.find(({ _id }) => _id === id) ?? drafts.find(({ noteId }) => noteId === id)?.base
  return note && !hasEnded() ? { title: note.title, content: note.content, isKept: true } : undefined
}
