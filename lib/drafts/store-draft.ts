import { type Draft, withTimeout } from '@/lib/offline/database'
import { backUp, putDraft } from './write-drafts'

/** Puts a draft into the database, or into localStorage if that fails. Returns whether one of them has it. */
export function storeDraft(draft: Draft): Promise<boolean> {
  return withTimeout(putDraft(draft)).then(
    () => true,
    () => backUp(draft),
  )
}
