import type { NoteText } from '@/lib/domain/note'
import { runInTimeSlices } from '@/lib/time-slicing'
import type { ImportedNote } from './formats/imported-note'
import { missingNotes, type SourceNote } from './formats/missing-notes'
import { type Selection, sourcesOf } from './formats/sources-of'

/** `missing` is the number of sources that the host lacks; undefined if it could not be asked. */
export type Comparison = { selection: Selection; sources: SourceNote[]; missing: number | undefined }

export async function compareWithHost(
  notes: ImportedNote[],
  selection: Selection,
  existing: NoteText[] | undefined,
): Promise<Comparison> {
  const sources = await runInTimeSlices(sourcesOf(notes, selection))
  const missing = existing && (await runInTimeSlices(missingNotes(sources, existing))).length
  return { selection, sources, missing }
}
