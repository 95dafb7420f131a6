import { inTimeSlices } from '@/lib/time-slicing'
import { exportName, exportNotes } from './formats/export/export-notes'

/** A blob of more bytes takes too long to copy at once. */
const PARTS_IN_BLOB = 16

/** Makes a zip of notes in time slices, and saves it through the browser. */
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
