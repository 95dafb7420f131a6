import type { FaultyProxy } from '../servers/faulty-proxy'
import { isList } from '../write-fixtures'
import { expectPath } from './actions'
import type { Tab } from './engine'
import { withinLimit } from './within-limit'

type Work = 'readwrite' | 'versionchange'

/** Leaves some milliseconds after the cards, or in such a transaction. True if the database is still writable. */
export async function leaveList(tab: Tab, network: FaultyProxy, moment: number | Work): Promise<boolean> {
  const release = network.holdAnswers(isList)
  try {
    await tab.open('/notas')
    await (typeof moment === 'number'
      ? tab.evaluate(leaveAfter, { delay: moment, address: await addressOfForm(tab) })
      : leaveDuring(tab, moment))
  } finally {
    release()
  }
  await expectPath(tab, '/create-note')
  return withinLimit('document', () => tab.evaluate(canWrite))
}

export async function leaveDuring(tab: Tab, work: Work): Promise<void> {
  await tab.evaluate(leaveDuringWork, { work, address: await addressOfForm(tab) })
}

function addressOfForm(tab: Tab): Promise<string> {
  return tab.evaluate(() => {
    const { href } = document.querySelector('link[rel=manifest]') as HTMLLinkElement
    return new URL('create-note/', href).href
  })
}

/** Returns before the cards appear: they may wait for a paused response. */
function leaveAfter({ delay, address }: { delay: number; address: string }): void {
  const waiting = setInterval(() => {
    if (!document.querySelector('article')) return
    clearInterval(waiting)
    // Repeated, because WebKit may drop a navigation; 10 s is enough for a slow document.
    setTimeout(() => {
      location.assign(address)
      setInterval(() => location.assign(address), 10_000)
    }, delay)
  }, 1)
}

function leaveDuringWork({ work, address }: { work: Work; address: string }): void {
  const { createObjectStore, transaction } = IDBDatabase.prototype
  const slowly = {
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

/** Throws while the document is being left, and until the app has created the database. */
async function canWrite(): Promise<boolean> {
  const names = (await indexedDB.databases()).map(({ name }) => name)
  if (!names.includes('notas')) throw new Error('The database does not exist yet.')
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
    setTimeout(() => resolve(false), 20_000)
  })
  database.close()
  return isWritten
}
