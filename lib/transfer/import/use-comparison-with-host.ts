import type { Note } from '@/lib/domain/note'
import { useRead } from '@/lib/notes/use-read'
import { runInTimeSlices } from '@/lib/time-slicing'
import { missingNotes, type SourceNote } from '@/lib/transfer/formats/missing-notes'
import { type Selection, selectNotes } from '@/lib/transfer/formats/select-notes'
import type { Survey } from '@/lib/transfer/formats/survey'

/** `missing` is the number of sources that the host lacks; undefined if it could not be asked. */
type Comparison = { selection: Selection; sources: SourceNote[]; missing: number | undefined }

/** Compares anew when the selection changes. Meanwhile it returns the last comparison, at first none. */
export function useComparisonWithHost(
  selection: Selection,
  { survey, existing }: { survey: Survey; existing: Note[] | undefined },
): Comparison | undefined {
  async function compare(): Promise<Comparison> {
    const sources = await runInTimeSlices(selectNotes(survey.notes, selection))
    const missing = existing && (await runInTimeSlices(missingNotes(sources, existing))).length
    return { selection, sources, missing }
  }

  return useRead(compare, [survey, selection, existing]).data
}
