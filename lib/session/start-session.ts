import { endToken } from './end-token'
import { removeListEtag } from './list-etag'
import { SIGNED_OUT } from './signed-out'
import { getToken, getUser, notify, TOKEN, USER } from './token'
import { clearUserState } from './user-state'

/**
 * Starts a session, and ends the one that it replaces. Local data of a user who is back remains. Throws where the
 * storage is full or forbidden.
 */
export function startSession(token: string, email?: string): void {
  const [replaced, lastUser] = [getToken(), getUser()]
  clearUserState()
  localStorage.setItem(USER, JSON.stringify([token, email?.trim().toLowerCase() ?? token]))
  localStorage.setItem(TOKEN, token)
  notify()
  localStorage.removeItem(SIGNED_OUT + getUser())
  if (getUser() !== lastUser) removeListEtag()
  if (replaced !== null && replaced !== token) void endToken(replaced)
}
