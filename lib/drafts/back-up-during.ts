import type { StoredRecord } from '@/lib/offline/stored-record'
import { backUp } from './write-drafts'

/** Backs records up if the page closes while `work` is under way. */
export function backUpDuring<Result>(records: () => StoredRecord[], work: Promise<Result>): Promise<Result> {
  const backUpAll = () => records().forEach(backUp)
  addEventListener('pagehide', backUpAll)
  return work.finally(() => removeEventListener('pagehide', backUpAll))
}
