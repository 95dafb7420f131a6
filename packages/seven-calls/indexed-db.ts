import type { Storage } from './storage'

/** Storage in an IndexedDB of that name, made at the first call. */
export function createIndexedDb(name: string): Storage {
  let opening: Promise<IDBDatabase> | undefined

  async function withStore<Result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> {
    opening ??= open().catch((cause: unknown) => {
      opening = undefined
      throw cause
    })
    const transaction = (await opening).transaction('all', mode)
    const request = work(transaction.objectStore('all'))
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
    })
  }

  async function open(): Promise<IDBDatabase> {
    const request = indexedDB.open(name)
    request.onupgradeneeded = () => request.result.createObjectStore('all')
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    database.onclose = () => {
      opening = undefined
    }
    database.onversionchange = () => {
      database.close()
      opening = undefined
    }
    return database
  }

  return {
    get: (key) => withStore('readonly', (store) => store.get(key)),
    put: async (key, value) => void (await withStore('readwrite', (store) => store.put(value, key))),
    delete: async (key) => void (await withStore('readwrite', (store) => store.delete(key))),
    list: (prefix) =>
      withStore('readonly', (store) => store.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`))),
  }
}
