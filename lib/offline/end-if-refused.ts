import { markEnded } from '@/lib/session/mark-ended'
import { getToken, getUser } from '@/lib/session/token'
import { removeList } from './list-cache'

/** After a failed call: ends the session and removes its list if the host has refused the token that is stored. */
export function endIfRefused(error: unknown, token: string | null): void {
  const user = getUser()
  const isRefused = (error as { status?: number }).status === 401 && token === getToken()
  if (!isRefused || user === null) return
  markEnded()
  removeList(user).catch(console.warn)
}
