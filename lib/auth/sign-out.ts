import { announcesFeatures, forgetFeatures } from '@/lib/api/features'
import { logout } from '@/lib/api/logout'
import { removeListEtag } from '@/lib/session/list-etag'
import { PLACES } from '@/lib/session/places'
import { endSession, getToken, getUser, rememberSignedOut, TOKEN_KEY, USER_KEY } from '@/lib/session/token'
import { setResetToken } from './reset-link'

const FIRST_DELAY = 5_000
const LAST_DELAY = 60_000

/** If the code that clears the user's data cannot be loaded, the next login screen clears it. */
export function signOut(): void {
  const [token, user] = [getToken(), getUser()]
  removeListEtag()
  localStorage.removeItem(PLACES)
  localStorage.removeItem(USER_KEY)
  localStorage.removeItem(TOKEN_KEY)
  endSession()
  setResetToken(null)
  if (user !== null) rememberSignedOut(user)
  if (token !== null) void endToken(token)
  forgetFeatures()
  import('./clear-user-data').then(({ clearUserData }) => clearUserData(user)).catch(console.warn)
}

/** Reads at once what the host announces, since a sign-out forgets it. */
export function endToken(token: string, isAnnounced = announcesFeatures()): Promise<void> {
  return repeatUntilDone(() => logout(token, isAnnounced))
}

export async function repeatUntilDone(call: () => Promise<boolean>): Promise<void> {
  for (let delay = FIRST_DELAY; !(await call().catch(() => false)); delay *= 2) {
    await new Promise((resolve) => {
      addEventListener('online', resolve, { once: true })
      setTimeout(resolve, Math.min(delay, LAST_DELAY))
    })
  }
}
