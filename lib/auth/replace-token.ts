import type { ApiError } from '@/lib/api/api-error'
import { login } from '@/lib/api/auth'
import type { Credentials } from '@/lib/domain/credentials'
import { getToken, getUser } from '@/lib/session/token'
import { storeSession } from './sign-in'
import { endToken, repeatUntilDone } from './sign-out'

/** Replaces a token that others may have. Resolves after the first attempt; only the open page can make more. */
export function replaceToken(token: string, credentials: Credentials): Promise<void> {
  return new Promise((resolve) => {
    void repeatUntilDone(() => replaceOnce(token, credentials).finally(resolve))
  })
}

/** Resolves to false if it may be tried again. */
async function replaceOnce(token: string, credentials: Credentials): Promise<boolean> {
  if (getToken() !== token) return true
  try {
    const fresh = await login(credentials)
    void endToken(adopt(fresh, token) ? token : fresh)
    return true
  } catch (error) {
    console.warn(error)
    const { status = 503 } = error as ApiError
    return status !== 429 && status < 500
  }
}

/** False if the user has signed out or in meanwhile, or the storage is full. */
function adopt(fresh: string, token: string): boolean {
  const user = getUser()
  if (getToken() !== token || user === null) return false
  try {
    storeSession(fresh, user)
    return true
  } catch {
    storeSession(token, user)
    return false
  }
}
