import { endOf, openKept } from './database'
import { partingDraftsOf, removeParting } from './parting-drafts'

/** Removes all that is kept of a user. */
export async function removeKept(user: string): Promise<void> {
  partingDraftsOf(user).forEach(removeParting)
  const transaction = (await openKept()).transaction(['drafts', 'lists', 'deletions'], 'readwrite')
  const end = endOf(transaction)
  const drafts = transaction.objectStore('drafts')
  const ids = drafts.index('user').getAllKeys(user)
  ids.onsuccess = () => {
    for (const id of ids.result) drafts.delete(id)
  }
  transaction.objectStore('lists').delete(user)
  transaction.objectStore('deletions').delete(user)
  await end
}
