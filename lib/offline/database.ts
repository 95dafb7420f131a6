import type { LoadedNote, NoteText } from '@/lib/domain/note'

/** Text that is not on the host yet, or with `write`, what the user has decided about a note. */
export type Draft = {
  id: string
  user: string
  noteId: string | null
  text: NoteText
  base: LoadedNote
  /** Milliseconds since 1970, and later than every draft that the page had read, whatever the clock says. */
  writtenAt: number
  /** Set if the text is that of a deleted note. `noteId` is empty then, and matches no note. */
  deleted?: Deleted
  /** Set once the user has pressed a button; earlier releases show such a record as a draft. */
  write?: WriteState | undefined
  /** Id of the write that creates the note whose next version this is. */
  follows?: string | undefined
  /** Why the host has refused what it was sent without the user's presence. */
  refusal?: string
}

export type Deleted = {
  id: string
  isRestorable: boolean
  /** Set before the note is created again: how many notes had the same text by then. */
  equalBefore?: number
}

/** Times are in milliseconds since 1970. */
export type WriteState = {
  kind: 'create' | 'replace' | 'delete' | 'restore' | 'erase' | 'empty'
  key: string
  decidedAt: number
  isConflict?: boolean | undefined
  waits?: boolean | undefined
  /** An attempt was made, and nothing is known of its outcome. */
  isUnknown?: boolean | undefined
  /** The host has created the note, and has not told its id. */
  isStored?: boolean | undefined
  /** Start of an attempt that the host may still be working on. */
  attemptedAt?: number | undefined
  /** The last attempt of a replacement: the text of the form, and what was sent for it. */
  sent?: { mine: NoteText; merged: NoteText }
  /** The version to create, where a later one was decided meanwhile: the text of the record, which releases before show. */
  first?: NoteText | undefined
  /** How many notes had the same text before the first attempt to create it, as far as the page knew. */
  equalBefore?: number | undefined
  /** A note of an import, which is never sent again after a reload. */
  isImported?: boolean
  doneAt?: number | undefined
  /** The note was deleted then, before it was restored. */
  hiddenAt?: number | undefined
  isUndoable?: boolean | undefined
  noteId?: string | undefined
  etag?: string | undefined
}

/** Lists of older releases have neither `etag` nor `savedAt`, in milliseconds since 1970. */
export type CachedList = { user: string; json: string | Blob; etag?: string | null; savedAt?: number }

export type Deletions = { user: string; ids: string[] }

type Store = 'drafts' | 'lists' | 'deletions'

const TIMEOUT_MS = 2_000

/** Repeats a transaction that the back/forward cache aborted (https://github.com/w3c/IndexedDB/issues/381). */
export async function transact<Result>(
  stores: Store[],
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction) => Result | Promise<Result>,
): Promise<Result> {
  await shown
  const timesHidden = hidden
  try {
    const database = await openOnce()
    if (hidden === timesHidden) {
      const transaction = database.transaction(stores, mode)
      const [result] = await Promise.all([work(transaction), transactionDone(transaction)])
      return result
    }
  } catch (cause) {
    if (hidden === timesHidden) throw cause
  }
  return transact(stores, mode, work)
}

export function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    work.then(resolve, reject)
    setTimeout(() => reject(new Error('The database does not answer')), TIMEOUT_MS)
  })
}

export function setDatabaseLostListener(listener: () => void): void {
  onLoss = listener
}

export function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

const running = new Set<IDBTransaction>()
let onLoss = () => {}
let opening: Promise<IDBDatabase> | undefined
let hidden = 0
let shown: Promise<unknown> | undefined

function openOnce(): Promise<IDBDatabase> {
  opening ??= open().catch((cause: unknown) => {
    opening = undefined
    throw cause
  })
  return opening
}

async function open(): Promise<IDBDatabase> {
  addEventListener('pagehide', onPageHide, true)
  const request = indexedDB.open('notas', 2)
  request.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) {
      request.result.createObjectStore('drafts', { keyPath: 'id' }).createIndex('user', 'user')
      request.result.createObjectStore('lists', { keyPath: 'user' })
    }
    request.result.createObjectStore('deletions', { keyPath: 'user' })
  }
  const database = await resultOf(request)
  database.onclose = lose
  database.onversionchange = () => {
    database.close()
    lose()
  }
  return database
}

function lose(): void {
  opening = undefined
  onLoss()
}

function transactionDone(transaction: IDBTransaction): Promise<void> {
  running.add(transaction)
  return new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
  }).finally(() => running.delete(transaction))
}

function onPageHide({ persisted }: PageTransitionEvent): void {
  if (!persisted) return
  hidden += 1
  shown = new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }))
  for (const transaction of running) {
    try {
      transaction.abort()
    } catch {} // it has ended
  }
}
