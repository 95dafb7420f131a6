import { login } from '@/lib/api/auth'
import { type Credentials, trimEmail } from '@/lib/domain/credentials'
import { removeListEtag } from '@/lib/session/list-etag'
import { requireStorage, withStorage } from '@/lib/session/storage'
import { getToken, getUser, notify, SIGNED_OUT, TOKEN_KEY, USER_KEY } from '@/lib/session/token'
import { clearUserState } from '@/lib/session/user-state'
import { endToken } from './sign-out'

export { register as signUp } from '@/lib/api/auth'

export async function signIn(credentials: Credentials): Promise<void> {
  requireStorage()
  startSession(await login(credentials), credentials.email)
}

/** A returning user keeps local data. A session that cannot be stored ends on the host, too. */
export function startSession(token: string, email?: string): void {
  const [replaced, lastUser] = [getToken(), getUser()]
  clearUserState()
  try {
    withStorage(() => storeSession(token, email === undefined ? token : trimEmail(email).toLowerCase()))
  } catch (refusal) {
    void endToken(token)
    throw refusal
  }
  localStorage.removeItem(SIGNED_OUT + getUser())
  if (getUser() !== lastUser) removeListEtag()
  if (replaced !== null && replaced !== token) void endToken(replaced)
}

/** The token goes last: other tabs then look for its user. Throws where there is no room; the session before stays. */
export function storeSession(token: string, user: string): void {
  const before = localStorage.getItem(USER_KEY)
  try {
    localStorage.setItem(USER_KEY, JSON.stringify([token, user]))
    localStorage.setItem(TOKEN_KEY, token)
  } catch (cause) {
    if (before === null) localStorage.removeItem(USER_KEY)
    else localStorage.setItem(USER_KEY, before)
    throw cause
  } finally {
    notify()
  }
}

export async function clearSignedOutUsers(): Promise<void> {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(SIGNED_OUT))
    for (const name of names) {
      const { clearUserData } = await import('./clear-user-data')
      await clearUserData(name.slice(SIGNED_OUT.length))
    }
  } catch (cause) {
    console.warn(cause)
  }
}
