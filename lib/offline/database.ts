type Store = 'drafts' | 'lists' | 'deletions'

const TIMEOUT_MS = 2_000

/** Repeats a transaction that the back/forward cache aborted (https://github.com/w3c/IndexedDB/issues/381). */
export async function transact<Name extends Store, Result>(
  names: Name[],
  mode: IDBTransactionMode,
  work: (stores: Record<Name, IDBObjectStore>) => Result | Promise<Result>,
): Promise<Result> {
  await shown
  const timesHidden = hidden
  try {
    const database = await openOnce()
    if (hidden === timesHidden) {
      const transaction = database.transaction(names, mode)
      const stores = Object.fromEntries(names.map((name) => [name, transaction.objectStore(name)]))
      const working = work(stores as Record<Name, IDBObjectStore>)
      const [result] = await Promise.all([working, transactionDone(transaction)])
      return result
    }
  } catch (cause) {
    if (hidden === timesHidden) throw cause
  }
  return transact(names, mode, work)
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
