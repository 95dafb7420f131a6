import { endToken } from './end-token'
import { removeListEtag } from './list-etag'
import { SIGNED_OUT } from './signed-out'
import { getToken, getUser, notify, TOKEN_KEY, USER_KEY } from './token'
import { clearUserState } from './user-state'

/** Replaces the session. A returning user keeps local data. Throws where storage is full or forbidden. */
export function startSession(token: string, email?: string): void {
  const [replaced, lastUser] = [getToken(), getUser()]
  clearUserState()
  localStorage.setItem(USER_KEY, JSON.stringify([token, email?.trim().toLowerCase() ?? token]))
  localStorage.setItem(TOKEN_KEY, token)
  notify()
  localStorage.removeItem(SIGNED_OUT + getUser())
  if (getUser() !== lastUser) removeListEtag()
  if (replaced !== null && replaced !== token) void endToken(replaced)
}
