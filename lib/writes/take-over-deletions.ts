import { BLANK } from '@/lib/domain/note'
import { removeDeletions } from '@/lib/offline/list-cache'
import { findWrite, readJournal, storeWrite } from './journal'
import { deletionId, newDeletion } from './new-write'

/** Makes writes of the ids that the release before has stored as deleted since it cached the list. */
export async function takeOverDeletions(
  user: string,
  { deletedIds, savedAt = 0 }: { deletedIds: string[]; savedAt?: number | undefined },
): Promise<void> {
  if (deletedIds.length === 0) return
  await readJournal()
  for (const id of deletedIds) {
    const known = findWrite(deletionId(id))
    if (known?.write.kind === 'restore' || known?.write.doneAt !== undefined) continue
    const { write, ...deletion } = known ?? newDeletion({ _id: id, ...BLANK })
    const done = { ...write, isUnknown: undefined, isUndoable: known?.write.isUndoable, doneAt: savedAt + 1 }
    await storeWrite({ ...deletion, write: done })
  }
  await removeDeletions(user)
}
