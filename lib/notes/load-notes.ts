import type { ApiError } from '@/lib/api/api-error'
import { listNotes, type NoteList, type Reading } from '@/lib/api/note-list'
import { type EarlyCall, OTHER_ORIGIN } from '@/lib/api/request'
import { endingIfRefused } from '@/lib/auth/ending-if-refused'
import { isSameText, type Note } from '@/lib/domain/note'
import { nextWriteTime } from '@/lib/drafts/draft-store'
import { withTimeout } from '@/lib/offline/database'
import { removeStoredList, storeList } from '@/lib/offline/store-list'
import { getListEtag } from '@/lib/session/list-etag'
import { getUser, requireToken } from '@/lib/session/token'
import { userState } from '@/lib/session/user-state'
import { whenIdle } from '@/lib/when-idle'
import { getWrites, readJournal } from '@/lib/writes/journal'
import type { HostList } from '@/lib/writes/shown'
import { compactingNotes } from './compact-notes'

let requests = 0 // of any user

const lastList = userState((): HostList | undefined => undefined)

export const getLastList = lastList.get

export async function loadNotes(onPart: (part: HostList) => void): Promise<HostList> {
  const request = ++requests
  const user = getUser()
  const { earlyCall } = globalThis as { earlyCall?: EarlyCall }
  const asOf = Math.min(nextWriteTime(), earlyCall?.at ?? Infinity)
  try {
    const show = (notes: Note[]) => request === requests && onPart({ notes, asOf })
    const reading = { onPart: show, keep: keepingUnchanged() }
    const loaded = await endingIfRefused(() => loadList(requireToken(), user, asOf, reading))
    const list = { notes: loaded.notes, asOf: loaded.asOf }
    const isTaken = request === requests
    if (isTaken) lastList.set(list)
    whenIdle(() => {
      cacheList(user, loaded, isTaken).catch(console.warn)
    })
    return list
  } catch (error) {
    // SWR ignores a stale response but not a stale error; never settling hides the error.
    if (request !== requests) return new Promise(() => {})
    throw error
  }
}

export function ignoreCurrentRequests(): void {
  requests += 1
}

export async function loadOfflineNotes(): Promise<HostList | undefined> {
  const user = getUser()
  const { offlineNotes } = await import('./offline-notes')
  return offlineNotes(user, { keep: keepingUnchanged() })
}

type Loaded = HostList & Partial<NoteList>

async function loadList(token: string, user: string | null, asOf: number, reading: Reading): Promise<Loaded> {
  const etag = getListEtag(user)
  try {
    return { asOf, ...(await listNotes(token, etag, reading)) }
  } catch (error) {
    const { status, hadNoResponse } = error as ApiError
    // Another origin may refuse the header, before the request.
    const isRefused = OTHER_ORIGIN && hadNoResponse && navigator.onLine
    if (etag === undefined || !(isRefused || status === 304)) throw error
    const list =
      status === 304 &&
      (await import('./offline-notes')
        .then(({ cachedNotes }) => cachedNotes(user, etag, reading))
        .catch(console.warn))
    // The host has confirmed the cached list for this request.
    return list ? { ...list, asOf } : { asOf, ...(await listNotes(token, undefined, reading)) }
  }
}

/** `isTaken`: a screen has the list. A screen with an older list shows that with the writes since, which must not end. */
async function cacheList(
  user: string | null,
  { json, etag = null, ...list }: Loaded,
  isTaken: boolean,
): Promise<void> {
  let isStored = true
  if (json)
    await withTimeout(storeList(user, { json, etag, asOf: list.asOf })).catch((cause: unknown) => {
      console.warn(cause)
      isStored = false
    })
  if (!isTaken) return
  await readJournal()
  if (user === null || user !== getUser() || getWrites().length === 0) return
  // The list that was stored before lacks the writes that this one ends.
  if (!isStored) await withTimeout(removeStoredList(user)).catch(console.warn)
  const { settle } = await import('@/lib/writes/settle')
  if (user === getUser()) await settle(list)
}

/** Keeps the notes of the last list that are the same in this one: their cards need not be drawn again. */
function keepingUnchanged(): (note: Note) => Note {
  const before = new Map(lastList.get()?.notes.map((note) => [note._id, note]))
  const compact = compactingNotes()
  return (note) => {
    const known = before.get(note._id)
    return known && isSameText(known, note) ? known : compact(note)
  }
}
