import { matchNotes, type Selection, type SourceNote, type Survey, selectNotes } from '@notas/note-formats'
import { type Note, normalizedForForm } from '@/lib/domain/note'
import { MAX_LENGTHS } from '@/lib/domain/note-limits'
import { useRead } from '@/lib/notes/use-read'
import { runInTimeSlices } from '@/lib/time-slicing'

/** `missing` is the number of sources that the host lacks; undefined if it could not be asked. */
type Comparison = { selection: Selection; sources: SourceNote[]; missing: number | undefined }

export function useComparisonWithHost(
  selection: Selection,
  { survey, existing }: { survey: Survey; existing: Note[] | undefined },
): Comparison | undefined {
  async function compare(): Promise<Comparison> {
    const sources = await runInTimeSlices(selectNotes(survey.notes, { ...selection, limits: MAX_LENGTHS }))
    if (existing === undefined) return { selection, sources, missing: undefined }
    const found = await runInTimeSlices(matchNotes(sources, existing, normalizedForForm))
    return { selection, sources, missing: sources.length - found.size }
  }

  return useRead(compare, [survey, selection, existing]).data
}
