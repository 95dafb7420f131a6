import { removeListEtag } from '@/lib/session/list-etag'
import { getToken, getUser, notify, USER_KEY } from '@/lib/session/token'

export async function endingIfRefused<Result>(call: () => Promise<Result>): Promise<Result> {
  const token = getToken()
  try {
    return await call()
  } catch (error) {
    const user = getUser()
    const { isUnauthorized } = error as { isUnauthorized?: boolean }
    if (isUnauthorized && token === getToken() && user !== null) {
      markEnded()
      import('@/lib/offline/list-cache').then(({ removeList }) => removeList(user)).catch(console.warn)
    }
    throw error
  }
}

/** Removes the ETag first, to make room in a full storage. */
function markEnded(): void {
  removeListEtag()
  try {
    localStorage.setItem(USER_KEY, JSON.stringify([getToken(), getUser(), true]))
  } catch {} // the storage is full
  notify()
}
