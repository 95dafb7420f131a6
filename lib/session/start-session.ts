import { endToken } from './end-token'
import { SIGNED_OUT } from './signed-out'
import { getToken, getUser, storeToken } from './token'
import { clearUserState } from './user-state'

/**
 * Starts a session, and ends the one that it replaces. Local data of a user who is back remains. Throws where the
 * storage is full or forbidden.
 */
export function startSession(token: string, email?: string): void {
  const replaced = getToken()
  clearUserState()
  storeToken(token, email)
  localStorage.removeItem(SIGNED_OUT + getUser())
  if (replaced !== null && replaced !== token) void endToken(replaced)
}
