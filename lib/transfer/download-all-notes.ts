import type { ApiError } from '@/lib/api/api-error'
import type { Note } from '@/lib/domain/note'
import { offlineNotes } from '@/lib/notes/offline-notes'
import { getUser, hasEnded } from '@/lib/session/token'
import { getWrites } from '@/lib/writes/journal'
import { shown } from '@/lib/writes/shown'
import { downloadNotes } from './download-notes'
import { loadHostNotes, rawNotes } from './host-notes'

type Download = {
  count: number
  /** Whether the notes are those of the cached list, and when the host has sent it. */
  isOffline: boolean
  savedAt?: number | undefined
}

/** Saves all notes in a zip; without a network those of the cached list. */
export async function downloadAllNotes(): Promise<Download> {
  const { notes, ...download } = await loadHostNotes().then(
    (notes) => ({ notes, isOffline: false }),
    cachedNotes,
  )
  await downloadNotes(notes)
  return { ...download, count: notes.length }
}

async function cachedNotes(
  cause: ApiError,
): Promise<{ notes: Note[]; isOffline: true; savedAt?: number | undefined }> {
  const list = (cause.status ?? 500) >= 500 && !hasEnded() ? await offlineNotes(getUser()) : undefined
  if (!list) throw cause
  return { notes: rawNotes(shown(list, getWrites())), isOffline: true, savedAt: list.savedAt }
}
