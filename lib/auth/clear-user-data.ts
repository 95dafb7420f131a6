import { backedUpDrafts, removeBackup } from '@/lib/drafts/draft-store'
import { resultOf, transact, withTimeout } from '@/lib/offline/database'
import { switchShortcuts } from '@/lib/session/shortcuts-off'
import { getUser, rememberSignedOut, SIGNED_OUT } from '@/lib/session/token'
import { removeSharedTextsOf } from '@/lib/shared-texts/offer'

/** Another tab that closes meanwhile may not know of the sign-out yet, and store its draft. */
const LATE_WRITES_MS = 1000

export async function clearUserData(user: string | null): Promise<void> {
  if (user === null) return
  localStorage.removeItem(SIGNED_OUT + user)
  switchShortcuts(true)
  const remember = () => user !== getUser() && rememberSignedOut(user)
  addEventListener('pagehide', remember)
  const shared = removeSharedTextsOf(user).catch(console.warn)
  const removal = Promise.all([clearRecords(user), shared]).then(() => {
    removeEventListener('pagehide', remember)
    localStorage.removeItem(SIGNED_OUT + user)
  })
  withTimeout(removal).catch(remember)
  await removal
  setTimeout(() => clearRecords(user).catch(console.warn), LATE_WRITES_MS)
}

export async function clearRecords(user: string): Promise<void> {
  if (user === getUser()) return
  backedUpDrafts(user).forEach(removeBackup)
  await transact(['drafts', 'lists', 'deletions'], 'readwrite', async ({ drafts, lists, deletions }) => {
    if (user === getUser()) return
    lists.delete(user)
    deletions.delete(user)
    for (const id of await resultOf(drafts.index('user').getAllKeys(user))) drafts.delete(id)
  })
}
