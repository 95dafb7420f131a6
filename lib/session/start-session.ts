import { SIGNED_OUT } from './signed-out'
import { getUser, storeToken } from './token'
import { clearUserState } from './user-state'

/** Starts a session; local data of a user who is back remains. Throws where the storage is full or forbidden. */
export function startSession(token: string, email?: string): void {
  clearUserState()
  storeToken(token, email)
  localStorage.removeItem(SIGNED_OUT + getUser())
}
