import { BLANK } from '@/lib/domain/note'
import { transact } from '@/lib/offline/database'
import type { StoredList } from '@/lib/offline/list-cache'
import { findWrite, storeWrite } from './journal'
import { deletionId, newDeletion } from './new-write'

/** Until 1.3: makes writes of the ids that 1.0.0 has stored as deleted since it cached the list. */
export async function takeOverDeletions({ user, deletedIds, savedAt }: StoredList): Promise<void> {
  if (deletedIds.length === 0) return
  for (const id of deletedIds) {
    const known = findWrite(deletionId(id))
    if (known?.write.kind === 'restore' || known?.write.doneAt !== undefined) continue
    const { write, ...deletion } = known ?? newDeletion({ _id: id, ...BLANK })
    const done = { ...write, isUnknown: undefined, isUndoable: known?.write.isUndoable, doneAt: savedAt + 1 }
    await storeWrite({ ...deletion, write: done })
  }
  await transact(['deletions'], 'readwrite', ({ deletions }) => void deletions.delete(user))
}
