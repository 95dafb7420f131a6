import type { ApiError } from '@/lib/api/api-error'
import { parseRawNotes } from '@/lib/api/raw-list'
import type { Note } from '@/lib/domain/note'
import { readList } from '@/lib/offline/list-cache'
import { getUser, hasEnded } from '@/lib/session/token'
import { downloadNotes } from './download-notes'
import { loadHostNotes } from './host-notes'

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
  const user = getUser()
  const list = (cause.status ?? 500) >= 500 && user !== null && !hasEnded() ? await readList(user) : undefined
  if (!list) throw cause
  const notes = await parseRawNotes(list.json.stream())
  return {
    notes: notes.filter(({ _id }) => !list.deletedIds.includes(_id)),
    isOffline: true,
    savedAt: list.savedAt,
  }
}
