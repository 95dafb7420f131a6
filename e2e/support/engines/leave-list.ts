import { expectPath } from './actions'
import type { Network } from './network'
import type { Tab } from './tab'

/** When to leave: some milliseconds after the cards stand, or while the list is being written to a slow disk. */
export type Moment = number | 'during the write'

/**
 * Opens the list and leaves it for another document. Resolves to whether the browser's database can still be
 * written to; the tab must have kept a list before.
 */
export async function leaveList(tab: Tab, network: Network, moment: Moment): Promise<boolean> {
  const release = network.holdAnswers(/^GET \/api\/notes$/)
  await tab.open('/notas')
  await (moment === 'during the write' ? tab.evaluate(leaveDuringWrite) : tab.evaluate(leaveAfter, moment))
  release()
  await expectPath(tab, '/create-note')
  return tab.evaluate(canWrite)
}

/** Does not wait for the cards: it would not answer in time where the driver is slow. */
function leaveAfter(delay: number): void {
  const cards = new MutationObserver(() => {
    if (!document.querySelector('article')) return
    cards.disconnect()
    setTimeout(() => location.assign('../create-note/'), delay)
  })
  cards.observe(document, { childList: true, subtree: true })
}

function leaveDuringWrite(): void {
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (...args) {
    const begun = transaction.apply(this, args)
    if (args[1] !== 'readwrite') return begun
    location.assign('../create-note/')
    const store = begun.objectStore(String(begun.objectStoreNames[0]))
    // One request after the other, until the transaction is committed or aborted.
    store.count().onsuccess = function () {
      store.count().onsuccess = this.onsuccess
    }
    return begun
  }
}

async function canWrite(): Promise<boolean> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('notas')
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
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
