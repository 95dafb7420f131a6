import { SIGNED_OUT } from './signed-out'
import { getUser, storeToken } from './token'
import { clearUserState } from './user-state'

/**
 * Begins a session, with nothing in memory of the one before. What is still kept of a user who is back is wanted.
 *
 * @param email the token itself where the host does not tell the email
 * @throws where the browser's storage is full or forbidden
 */
export function startSession(token: string, email: string): void {
  clearUserState()
  storeToken(token, email)
  localStorage.removeItem(SIGNED_OUT + getUser())
}
