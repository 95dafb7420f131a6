import { IDBDatabase, IDBKeyRange, IDBObjectStore, indexedDB } from 'fake-indexeddb'
import { resultOf, transact } from '@/lib/offline/database'
import type { DraftOrWrite } from '@/lib/offline/record'
import { encode, type StoredRecord } from '@/lib/offline/stored-record'
import { clearUserState } from '@/lib/session/user-state'

Object.assign(globalThis, { indexedDB, IDBKeyRange })

const stored = new Map<string, string>()

let messages = 0

/** Channel of the page to its other tabs. */
let channel: (EventTarget & { onmessage?: ((event: { data: string }) => void) | undefined }) | undefined

let locks = 0

/** Characters that localStorage still takes for one entry. */
let room = Infinity
let isFull = false

const storage = {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem(name: string, value: string): void {
    if (value.length > room) throw new DOMException('full', 'QuotaExceededError')
    stored.set(name, value)
  },
  removeItem: (name: string) => void stored.delete(name),
}

/** A hidden page sends nothing by itself, so that what one test leaves is not sent during the next. */
const page = Object.assign(new EventTarget(), { hidden: true })

// Node has a `navigator` of its own from version 21 on.
Object.defineProperty(globalThis, 'navigator', {
  configurable: true,
  value: {
    locks: {
      request: async (_name: string, _options: object, work: (lock: object) => unknown) => {
        locks += 1
        try {
          return await work({})
        } finally {
          locks -= 1
        }
      },
    },
  },
})

Object.assign(globalThis, {
  localStorage: new Proxy(storage, {
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  }),
  BroadcastChannel: class extends EventTarget {
    onmessage: ((event: { data: string }) => void) | undefined
    constructor() {
      super()
      channel = this
    }
    postMessage() {
      messages += 1
    }
  },
  document: page,
  location: { hash: '' },
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
  PageTransitionEvent: class {},
})

/** Signs a user in, in a browser that has stored nothing but these records. */
export async function startBrowser(records: DraftOrWrite[] = [], user: string | null = 'ana'): Promise<void> {
  isFull = false
  room = Infinity
  clearUserState()
  signIn(user)
  await transact(['drafts'], 'readwrite', ({ drafts }) => {
    drafts.clear()
    for (const record of records) drafts.put(encode(record))
  })
}

export function signIn(user: string | null): void {
  stored.clear()
  if (user === null) return
  stored.set('token', `token of ${user}`)
  stored.set('user', JSON.stringify([`token of ${user}`, user]))
}

/** Fills the storage: nothing is stored until the browser is started again, though records can be deleted; `left` is what localStorage still takes. */
export function fillStorage(left = 0): void {
  isFull = true
  room = left
  const { put } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (...args) {
    if (isFull) throw new DOMException('full', 'QuotaExceededError')
    return put.apply(this, args)
  }
}

/** Does the work in a browser whose database fails, without its warnings. */
export async function withoutDatabase(work: () => Promise<void>): Promise<void> {
  const { transaction } = IDBDatabase.prototype
  const { warn } = console
  try {
    console.warn = () => {}
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    await work()
  } finally {
    IDBDatabase.prototype.transaction = transaction
    console.warn = warn
  }
}

/** Records of the database, the earliest first. */
export async function storedRecords(): Promise<StoredRecord[]> {
  const records = await transact(['drafts'], 'readonly', ({ drafts }) =>
    resultOf<StoredRecord[]>(drafts.getAll()),
  )
  return records.sort((one, other) => one.writtenAt - other.writtenAt)
}

/** Does what only a visible page does. */
export async function whileVisible(work: () => unknown): Promise<void> {
  page.hidden = false
  await work()
  page.hidden = true
}

/** How many locks are held, as a write's is while it is under way. */
export const heldLocks = () => locks

/** Returns how many transactions have written this record since. */
export function countTransactions(recordId: string): () => number {
  const { put, delete: remove } = IDBObjectStore.prototype
  const transactions = new Set<object>()
  IDBObjectStore.prototype.put = function (record, ...rest) {
    if (record.id === recordId) transactions.add(this.transaction)
    return put.call(this, record, ...rest)
  }
  IDBObjectStore.prototype.delete = function (id) {
    if (id === recordId) transactions.add(this.transaction)
    return remove.call(this, id)
  }
  return () => transactions.size
}

/** Tells the page that another tab has changed a record. */
export function hearOfChange(): void {
  channel?.onmessage?.({ data: 'ana' })
  channel?.dispatchEvent(new Event('message'))
}

/** Returns how often other tabs have been told of a change since. */
export function toldTabs(): () => number {
  const before = messages
  return () => messages - before
}
