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

/** Saves all notes in a zip; without a network those of the cached list. Returns the sentence to show. */
export async function downloadAllNotes(): Promise<string> {
  try {
    const notes = await loadHostNotes()
    await downloadNotes(notes)
    return messages.downloaded(notes.length)
  } catch (cause) {
    const isAway = cause instanceof ApiError && (cause.status ?? 500) >= 500 && !hasEnded()
    const list = isAway ? await offlineNotes(getUser()) : undefined
    if (!list) throw cause
    const notes = rawNotes(shown(list, getWrites()))
    await downloadNotes(notes)
    return messages.downloadedOffline(notes.length, list.asOf)
  }
}

export async function downloadNotes(
  notes: { _id?: string; title: string; content: string }[],
): Promise<void> {
  const now = new Date()
  let parts: BlobPart[] = []
  await inTimeSlices(exportNotes(notes, now), (part) => {
    parts.push(part)
    if (parts.length > PARTS_IN_BLOB) parts = [new Blob(parts)]
  })
  save(new Blob(parts, { type: 'application/zip' }), exportName(now))
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
