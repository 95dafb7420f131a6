import { removeDraft } from '@/lib/drafts/write-drafts'
import { type DraftOrWrite, isWrite } from '@/lib/offline/record'
import { apply } from './apply'
import { findWrite } from './journal'

export async function discardText(record: DraftOrWrite): Promise<void> {
  if (!isWrite(record)) return removeDraft(record)
  await apply(findWrite(record.id) ?? record, { record: null })
}
