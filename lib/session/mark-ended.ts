import { removeListEtag } from './list-etag'
import { getToken, getUser, notify, USER_KEY } from './token'

/** Remembers that the host has ended the session. The ETag goes first, as it leaves room in a full storage. */
export function markEnded(): void {
  removeListEtag()
  try {
    localStorage.setItem(USER_KEY, JSON.stringify([getToken(), getUser(), true]))
  } catch {} // the storage is full
  notify()
}
