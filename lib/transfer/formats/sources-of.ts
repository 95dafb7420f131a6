import type { ImportedNote } from './imported-note'
import type { SourceNote } from './missing-notes'
import type { Steps } from './steps'
import { textsOf } from './texts-of'

/** What the person chose to import. */
export type Selection = { archived: boolean; trashed: boolean; keepsDates: boolean }

export function* sourcesOf(
  notes: ImportedNote[],
  { archived, trashed, keepsDates }: Selection,
): Steps<SourceNote[]> {
  const sources: SourceNote[] = []
  for (const note of notes) {
    yield
    if ((note.state === 'archived' && !archived) || (note.state === 'trashed' && !trashed)) continue
    const alternatives = textsOf(note, { keepsDates: !keepsDates })
    for (const [part, text] of textsOf(note, { keepsDates }).entries()) {
      sources.push({ text, alternatives: alternatives[part] ? [alternatives[part]] : [] })
    }
  }
  return sources
}
