import { rememberSignedOut, SIGNED_OUT } from '@/lib/session/signed-out'
import { getUser } from '@/lib/session/token'
import { inTime, transact } from './database'
import { partingDraftsOf, removeParting } from './parting-drafts'

/**
 * Removes all that is kept of a user who has signed out. What the database does not do in time, or before the page
 * ends, the next log-in screen does.
 */
export async function removeKept(user: string): Promise<void> {
  localStorage.removeItem(SIGNED_OUT + user)
  const remember = () => user !== getUser() && rememberSignedOut(user)
  addEventListener('pagehide', remember)
  const removal = removeRecords(user).then(() => {
    removeEventListener('pagehide', remember)
    localStorage.removeItem(SIGNED_OUT + user)
  })
  inTime(removal).catch(remember)
  await removal
}

/** Removes what is kept of a user, unless that user is back. */
export async function removeRecords(user: string): Promise<void> {
  if (user === getUser()) return
  partingDraftsOf(user).forEach(removeParting)
  await transact(['drafts', 'lists', 'deletions'], 'readwrite', (transaction) => {
    // It may run late, or again.
    if (user === getUser()) return
    const drafts = transaction.objectStore('drafts')
    const ids = drafts.index('user').getAllKeys(user)
    ids.onsuccess = () => {
      for (const id of ids.result) drafts.delete(id)
    }
    transaction.objectStore('lists').delete(user)
    transaction.objectStore('deletions').delete(user)
  })
}
