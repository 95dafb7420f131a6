import { parseNotes, type Reading } from '@/lib/api/note-list'
import type { LoadedNote } from '@/lib/domain/note'
import { withTimeout } from '@/lib/offline/database'
import { readList, removeList, type StoredList } from '@/lib/offline/list-cache'
import { notAhead, OPENED_AT } from '@/lib/offline/not-ahead'
import { hasEnded } from '@/lib/session/token'
import { getWrites, readJournal } from '@/lib/writes/journal'
import { type HostList, shown } from '@/lib/writes/shown'
import { takeOverDeletions } from '@/lib/writes/take-over-deletions'

/** Removes the cached list instead if the host has ended the session. */
export async function offlineNotes(user: string | null, reading?: Reading): Promise<HostList | undefined> {
  if (user === null) return undefined
  if (hasEnded()) await removeList(user)
  const stored = await readList(user)
  const list = stored && !hasEnded() ? await hostListOf(stored, reading) : undefined
  return hasEnded() ? undefined : list
}

export async function cachedNotes(
  user: string | null,
  etag: string,
  reading: Reading,
): Promise<HostList | undefined> {
  const stored = user === null ? undefined : await withTimeout(readList(user))
  return stored?.etag === etag ? hostListOf(stored, reading) : undefined
}

async function hostListOf(stored: StoredList, reading?: Reading): Promise<HostList> {
  const savedAt = notAhead(stored.savedAt, OPENED_AT - 1)
  await readJournal()
  await takeOverDeletions({ ...stored, savedAt })
  const { items: notes } = await parseNotes(stored.json.stream(), reading)
  return { notes, asOf: savedAt }
}

export async function offlineNote(user: string, id: string): Promise<LoadedNote | undefined> {
  const list = await withTimeout(offlineNotes(user)).catch((cause: unknown) => void console.warn(cause))
  const records = await readJournal()
  const notes = list && shown(list, getWrites())
  const note = notes?.find(({ _id }) => _id === id) ?? records.find(({ noteId }) => noteId === id)?.base
  return note && !hasEnded() ? { title: note.title, content: note.content, isKept: true } : undefined
}
