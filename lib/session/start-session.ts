import { dropKept } from './on-sign-out'
import { SIGNED_OUT } from './signed-out'
import { getUser, storeToken } from './token'

/**
 * Begins a session, with nothing in memory of the one before. What is still kept of a user who is back is wanted.
 *
 * @param email the token itself where the host does not tell the email
 * @throws where the browser's storage is full or forbidden
 */
export function startSession(token: string, email: string): void {
  dropKept()
  storeToken(token, email)
  localStorage.removeItem(SIGNED_OUT + getUser())
}
