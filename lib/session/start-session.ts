import { SIGNED_OUT } from './sign-out'
import { getUser, storeToken } from './token'
import { clearUserState } from './user-state'

/**
 * Starts a session without state of the last one in memory. Local data of a user who is back stays.
 *
 * @throws where the storage is full or forbidden
 */
export function startSession(token: string, email?: string): void {
  clearUserState()
  storeToken(token, email)
  localStorage.removeItem(SIGNED_OUT + getUser())
}
