import { exportNotes } from '@notas/note-formats'
import { ApiError } from '@/lib/api/api-error'
import * as messages from '@/lib/domain/messages/transfer'
import { offlineNotes } from '@/lib/notes/offline-notes'
import { getUser, hasEnded } from '@/lib/session/token'
import { inTimeSlices } from '@/lib/time-slicing'
import { loadHostNotes, rawNotes } from '@/lib/transfer/host-notes'
import { getWrites } from '@/lib/writes/journal'
import { shown } from '@/lib/writes/shown'
import { exportName } from './export-name'

/** A blob of more bytes takes too long to copy at once. */
const PARTS_IN_BLOB = 16

/** Without a network, saves the cached list. Returns the sentence to show. */
export async function downloadAllNotes(user: string | null): Promise<string> {
  try {
    const notes = await loadHostNotes()
    await downloadNotes(notes, user)
    return messages.downloaded(notes.length)
  } catch (cause) {
    const isAway = cause instanceof ApiError && (cause.status ?? 500) >= 500
    const list = isAway && getUser() === user && !hasEnded() ? await offlineNotes(user) : undefined
    if (!list) throw cause
    const notes = rawNotes(shown(list, getWrites()))
    await downloadNotes(notes, user)
    return messages.downloadedOffline(notes.length, list.asOf)
  }
}

/** Saves nothing if another user has signed in before the zip is complete. */
export async function downloadNotes(
  notes: { _id?: string; title: string; content: string }[],
  user = getUser(),
): Promise<void> {
  const now = new Date()
  let parts: BlobPart[] = []
  await inTimeSlices(exportNotes(notes, now), (part) => {
    parts.push(part)
    if (parts.length > PARTS_IN_BLOB) parts = [new Blob(parts)]
  })
  if (getUser() === user) save(new Blob(parts, { type: 'application/zip' }), exportName(now))
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
