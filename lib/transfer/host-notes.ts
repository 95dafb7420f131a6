import { listNotes } from '@/lib/api/note-list'
import { type Note, type NoteText, rawTextOf } from '@/lib/domain/note'
import { requireToken } from '@/lib/session/token'
import { runInTimeSlices } from '@/lib/time-slicing'
import { missingNotes, type SourceNote } from './formats/missing-notes'
import { type Selection, selectNotes } from './formats/select-notes'
import type { ImportedNote } from './formats/survey'

export async function loadHostNotes(token = requireToken()): Promise<Note[]> {
  const { notes } = await listNotes(token)
  return rawNotes(notes)
}

export function rawNotes(notes: Note[]): Note[] {
  return notes.map((note) => ({ _id: note._id, ...rawTextOf(note) }))
}

/** `missing` is the number of sources that the host lacks; undefined if it could not be asked. */
export type Comparison = { selection: Selection; sources: SourceNote[]; missing: number | undefined }

export async function compareWithHost(
  notes: ImportedNote[],
  selection: Selection,
  existing: NoteText[] | undefined,
): Promise<Comparison> {
  const sources = await runInTimeSlices(selectNotes(notes, selection))
  const missing = existing && (await runInTimeSlices(missingNotes(sources, existing))).length
  return { selection, sources, missing }
}
