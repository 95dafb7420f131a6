import { withTimeout } from '@/lib/offline/database'
import type { StoredRecord } from '@/lib/offline/stored-record'
import { backUp, putDraft } from './write-drafts'

export function storeDraft(draft: StoredRecord): Promise<boolean> {
  return withTimeout(putDraft(draft)).then(
    () => true,
    () => backUp(draft),
  )
}
