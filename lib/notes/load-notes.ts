import type { ApiError } from '@/lib/api/api-error'
import { listNotes, type NoteList, type OnPart } from '@/lib/api/note-list'
import { isSameText, type Note } from '@/lib/domain/note'
import { storeList } from '@/lib/offline/store-list'
import { getListEtag } from '@/lib/session/list-etag'
import { markEnded } from '@/lib/session/mark-ended'
import { getToken, getUser, requireToken } from '@/lib/session/token'
import { userState } from '@/lib/session/user-state'

let requests = 0 // of any user

const lastNotes = userState((): Note[] => [])

/** Notes deleted while the list is on its way, which may still hold them. */
export const deletedIds = userState(() => new Set<string>())

/** `onPart` gets the first notes while the others are on their way, or before an error. */
export async function loadNotes(onPart: OnPart): Promise<Note[]> {
  deletedIds.get().clear()
  requests += 1
  const request = requests
  const user = getUser()
  const token = getToken()
  try {
    const list = await loadList(requireToken(), user, (notes) => {
      if (request === requests) onPart(withoutDeleted(notes))
    })
    const loaded = withoutDeleted(list.notes)
    const notes = request === requests ? withUnchanged(loaded) : loaded
    if (list.json && loaded.length === list.notes.length)
      whenIdle(() => {
        storeList(user, list).catch(console.warn)
      })
    return notes
  } catch (error) {
    if ((error as ApiError).status === 401 && token === getToken()) {
      markEnded()
      loadOfflineNotes().catch(console.warn)
    }
    // SWR ignores a stale response but not a stale error; never settling hides the error.
    if (request !== requests) return new Promise(() => {})
    throw error
  }
}

function withoutDeleted(notes: Note[]): Note[] {
  const ids = deletedIds.get()
  return ids.size > 0 ? notes.filter(({ _id }) => !ids.has(_id)) : notes
}

export function ignoreCurrentRequests(): void {
  requests += 1
}

/** Reads the cached list after a failure, or removes it if the host has ended the session. */
export async function loadOfflineNotes(): Promise<Note[] | undefined> {
  const user = getUser()
  const { offlineNotes } = await import('./offline-notes')
  return offlineNotes(user)
}

/** Loads the list. Without `json` it is in the database already, in the version that the host has. */
async function loadList(
  token: string,
  user: string | null,
  onPart: OnPart,
): Promise<NoteList | { notes: Note[]; json?: never }> {
  const etag = getListEtag(user)
  try {
    return await listNotes(token, etag, onPart)
  } catch (error) {
    if (etag === undefined || (error as ApiError).status !== 304) throw error
    const notes = await import('./offline-notes')
      .then(({ cachedNotes }) => cachedNotes(user, etag, onPart))
      .catch(console.warn)
    return notes ? { notes } : listNotes(token, undefined, onPart)
  }
}

function withUnchanged(notes: Note[]): Note[] {
  const before = new Map(lastNotes.get().map((note) => [note._id, note]))
  const merged = notes.map((note) => {
    const known = before.get(note._id)
    return known && isSameText(known, note) ? known : note
  })
  lastNotes.set(merged)
  return merged
}

function whenIdle(work: () => void): void {
  globalThis.requestIdleCallback?.(work, { timeout: 1000 }) ?? setTimeout(work, 300)
}
