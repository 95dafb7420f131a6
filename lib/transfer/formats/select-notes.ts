import type { SourceNote, Steps } from './missing-notes'
import { noteTexts } from './note-texts'
import type { ImportedNote } from './survey'

export type Selection = { archived: boolean; trashed: boolean; keepsDates: boolean }

export function* selectNotes(
  notes: ImportedNote[],
  { archived, trashed, keepsDates }: Selection,
): Steps<SourceNote[]> {
  const sources: SourceNote[] = []
  for (const note of notes) {
    yield
    if ((note.state === 'archived' && !archived) || (note.state === 'trashed' && !trashed)) continue
    const alternatives = noteTexts(note, { keepsDates: !keepsDates })
    for (const [part, text] of noteTexts(note, { keepsDates }).entries()) {
      sources.push({ text, alternatives: alternatives[part] ? [alternatives[part]] : [] })
    }
  }
  return sources
}
