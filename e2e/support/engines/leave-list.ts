import { BASE } from '../fixtures'
import { expectPath } from './actions'
import type { Network } from './network'
import type { Tab } from './tab'
import { withinLimit } from './within-limit'

const ADDRESS = `${BASE}/create-note/`

/** Kind of transaction that is open when the page is left. */
export type Work = 'readwrite' | 'versionchange'

/**
 * Opens the list and leaves it for another document, some milliseconds after the cards stand or during the next
 * work of a kind. Resolves to whether the browser's database can still be written to.
 */
export async function leaveList(tab: Tab, network: Network, moment: number | Work): Promise<boolean> {
  const release = network.pauseResponses(/^GET \/api\/notes$/)
  try {
    await tab.open('/notas')
    await (typeof moment === 'number'
      ? tab.evaluate(leaveAfter, { delay: moment, address: ADDRESS })
      : leaveDuring(tab, moment))
  } finally {
    release()
  }
  await expectPath(tab, '/create-note')
  return withinLimit('document', () => tab.evaluate(canWrite))
}

/** Makes the disk slow and the page leave for /create-note, both from the next work of this kind on. */
export async function leaveDuring(tab: Tab, work: Work): Promise<void> {
  await tab.evaluate(leaveDuringWork, { work, address: ADDRESS })
}

/** Returns before the cards stand: they may have to wait for an answer that is held. */
function leaveAfter({ delay, address }: { delay: number; address: string }): void {
  const waiting = setInterval(() => {
    if (!document.querySelector('article')) return
    clearInterval(waiting)
    // Again, where WebKit dropped it: late enough for a document that is slow to come.
    setTimeout(() => {
      location.assign(address)
      setInterval(() => location.assign(address), 5_000)
    }, delay)
  }, 1)
}

function leaveDuringWork({ work, address }: { work: Work; address: string }): void {
  const { createObjectStore, transaction } = IDBDatabase.prototype
  const slowly = {
    // One request after the other, until the transaction is committed or aborted.
    leave(store: IDBObjectStore) {
      location.assign(address)
      store.count().onsuccess = function () {
        store.count().onsuccess = this.onsuccess
      }
    },
  }
  if (work === 'versionchange')
    IDBDatabase.prototype.createObjectStore = function (...args) {
      const store = createObjectStore.apply(this, args)
      slowly.leave(store)
      return store
    }
  else
    IDBDatabase.prototype.transaction = function (...args) {
      const begun = transaction.apply(this, args)
      if (begun.mode === work) slowly.leave(begun.objectStore(String(begun.objectStoreNames[0])))
      return begun
    }
}

/** Throws in a document that is being left, and until the app has made the database. */
async function canWrite(): Promise<boolean> {
  const names = (await indexedDB.databases()).map(({ name }) => name)
  if (!names.includes('notas')) throw new Error('There is no database yet.')
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('notas')
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
    setTimeout(() => reject(new Error('The database does not open.')), 3_000)
  })
  const isWritten = await new Promise<boolean>((resolve) => {
    const transaction = database.transaction('lists', 'readwrite')
    transaction.objectStore('lists').delete('nobody')
    transaction.oncomplete = () => resolve(true)
    setTimeout(() => resolve(false), 3_000)
  })
  database.close()
  return isWritten
}
