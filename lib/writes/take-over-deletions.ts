import { BLANK } from '@/lib/domain/note'
import { transact } from '@/lib/offline/database'
import type { StoredList } from '@/lib/offline/list-cache'
import { isDone } from '@/lib/offline/record'
import { apply } from './apply'
import { findWrite } from './journal'
import { deletionId, newDeletion } from './new-write'

/** Until 1.3: makes writes of the ids that 1.0.0 has stored as deleted since it cached the list. */
export async function takeOverDeletions({ user, deletedIds, savedAt }: StoredList): Promise<void> {
  if (deletedIds.length === 0) return
  for (const id of deletedIds) {
    const known = findWrite(deletionId(id))
    if (known && (known.kind !== 'delete' || isDone(known))) continue
    const deletion = known ?? { ...newDeletion({ _id: id, ...BLANK }), isUndoable: undefined }
    await apply(deletion, { record: { ...deletion, state: { is: 'done', at: savedAt + 1 } } })
  }
  await transact(['deletions'], 'readwrite', ({ deletions }) => void deletions.delete(user))
}
