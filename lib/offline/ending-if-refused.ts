import { markEnded } from '@/lib/session/mark-ended'
import { getToken, getUser } from '@/lib/session/token'
import { removeList } from './list-cache'

/** Makes a call with the stored token. If the host refuses it, ends the session and removes its list. */
export async function endingIfRefused<Result>(call: () => Promise<Result>): Promise<Result> {
  const token = getToken()
  try {
    return await call()
  } catch (error) {
    const user = getUser()
    const { isUnauthorized } = error as { isUnauthorized?: boolean }
    if (isUnauthorized && token === getToken() && user !== null) {
      markEnded()
      removeList(user).catch(console.warn)
    }
    throw error
  }
}
