import type { LoadedNote, NoteText } from '@/lib/domain/note'

/** What was typed in one form and not yet saved. */
export type Draft = {
  /** Of that opening of the form. */
  id: string
  user: string
  /** Null for a new note. */
  noteId: string | null
  text: NoteText
  /** What the host had when the form was opened. */
  base: LoadedNote
  /** Milliseconds since 1970; at least 1 more than any draft that the page had seen, whatever the clock says. */
  writtenAt: number
}

/** The notes as the host last answered with them, for reading without a network. */
export type CachedList = { user: string; json: string | Blob }

/** The notes of the last list that were deleted since. */
export type Deletions = { user: string; ids: string[] }

type Store = 'drafts' | 'lists' | 'deletions'

/** How long a person waits for the database, in milliseconds. */
const TIMEOUT = 2_000

/**
 * Runs a transaction, and resolves to the result of `work` once all of it is on disk; rejects where nothing of it is.
 *
 * A page that enters the back/forward cache aborts its transactions, and runs them again when it is shown again:
 * WebKit would keep their locks, and no page of the origin could use the database
 * (https://github.com/w3c/IndexedDB/issues/381).
 */
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

/** Rejects after 2 s without an answer. What was asked for goes on. */
export function withTimeout<Result>(answer: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    answer.then(resolve, reject)
    setTimeout(() => reject(new Error('The database does not answer')), TIMEOUT)
  })
}

/** Sets what is called when the database was taken away with all that was in it. */
export function onDatabaseLost(listener: () => void): void {
  onLoss = listener
}

export function resultOf<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

const running = new Set<IDBTransaction>()
let onLoss = () => {}
let opening: Promise<IDBDatabase> | undefined
/** How often the page has entered the back/forward cache. */
let hidden = 0
/** Pending while the page is in the back/forward cache. */
let shown: Promise<unknown> | undefined

function openOnce(): Promise<IDBDatabase> {
  opening ??= open().catch((cause: unknown) => {
    opening = undefined
    throw cause
  })
  return opening
}

/** Async, because a browser may also throw at once. */
async function open(): Promise<IDBDatabase> {
  // In the capturing phase, before what a form does then.
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
  // Another tab deletes the database, or has a later release, whose database is another.
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

/** Resolves when all of a transaction is on disk, and rejects where nothing of it is. */
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
    } catch {
      // It has ended, and its event is still to come.
    }
  }
}
