import { login } from '@/lib/api/auth'
import { type Credentials, trimEmail } from '@/lib/domain/credentials'
import { removeListEtag } from '@/lib/session/list-etag'
import { getToken, getUser, notify, SIGNED_OUT, TOKEN_KEY, USER_KEY } from '@/lib/session/token'
import { clearUserState } from '@/lib/session/user-state'
import { endToken } from './sign-out'
import { loadClearUserData } from './watch-sign-outs'

export { register as signUp } from '@/lib/api/auth'

export async function signIn(credentials: Credentials): Promise<void> {
  startSession(await login(credentials), credentials.email)
}

/** Replaces the session. A returning user keeps local data. Throws where storage is full or forbidden. */
export function startSession(token: string, email?: string): void {
  const [replaced, lastUser] = [getToken(), getUser()]
  clearUserState()
  storeSession(token, email === undefined ? token : trimEmail(email).toLowerCase())
  localStorage.removeItem(SIGNED_OUT + getUser())
  if (getUser() !== lastUser) removeListEtag()
  if (replaced !== null && replaced !== token) void endToken(replaced)
}

/** The token goes last: other tabs then look for its user. */
export function storeSession(token: string, user: string): void {
  localStorage.setItem(USER_KEY, JSON.stringify([token, user]))
  localStorage.setItem(TOKEN_KEY, token)
  notify()
}

export async function clearSignedOutUsers(): Promise<void> {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(SIGNED_OUT))
    for (const name of names) {
      const { clearUserData } = await loadClearUserData()
      await clearUserData(name.slice(SIGNED_OUT.length))
    }
  } catch (cause) {
    console.warn(cause)
  }
}
