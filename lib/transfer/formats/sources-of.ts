import type { ImportedNote } from './imported-note'
import type { SourceNote } from './missing-notes'
import { textsOf } from './texts-of'

/** What the person chose to import. */
export type Selection = { archived: boolean; trashed: boolean; keepsDates: boolean }

export function sourcesOf(notes: ImportedNote[], { archived, trashed, keepsDates }: Selection): SourceNote[] {
  return notes
    .filter(({ state }) => state === 'active' || (state === 'archived' ? archived : trashed))
    .flatMap((note) => {
      const alternatives = textsOf(note, { keepsDates: !keepsDates })
      return textsOf(note, { keepsDates }).map((text, part) => ({
        text,
        alternatives: alternatives[part] ? [alternatives[part]] : [],
      }))
    })
}
