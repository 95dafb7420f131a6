import { rememberSignedOut, SIGNED_OUT } from '@/lib/session/signed-out'
import { getUser } from '@/lib/session/token'
import { inTime, transact } from './database'
import { partingDraftsOf, removeParting } from './parting-drafts'

/**
 * Removes all that is kept of a user who has signed out, unless that user is back. What the database does not do in
 * time, or before the page ends, the next page does.
 */
export async function removeKept(user: string): Promise<void> {
  localStorage.removeItem(SIGNED_OUT + user)
  if (user === getUser()) return
  const remember = () => rememberSignedOut(user)
  addEventListener('pagehide', remember)
  const removal = removeRecords(user).then(() => {
    removeEventListener('pagehide', remember)
    localStorage.removeItem(SIGNED_OUT + user)
  })
  inTime(removal).catch(remember)
  await removal
}

async function removeRecords(user: string): Promise<void> {
  partingDraftsOf(user).forEach(removeParting)
  await transact(['drafts', 'lists', 'deletions'], 'readwrite', (transaction) => {
    const drafts = transaction.objectStore('drafts')
    const ids = drafts.index('user').getAllKeys(user)
    ids.onsuccess = () => {
      for (const id of ids.result) drafts.delete(id)
    }
    transaction.objectStore('lists').delete(user)
    transaction.objectStore('deletions').delete(user)
  })
}
