import { answerOf, type Deletions, endOf, type LastList, openKept } from './database'

/** The JSON of a user's notes as the host last answered, and what was deleted since; undefined where there is none. */
export async function lastList(user: string): Promise<{ json: Blob; deletedIds: string[] } | undefined> {
  const database = await openKept().catch(() => undefined)
  if (!database) return undefined
  const transaction = database.transaction(['lists', 'deletions'])
  const [list, deletions] = await Promise.all([
    answerOf<LastList | undefined>(transaction.objectStore('lists').get(user)),
    answerOf<Deletions | undefined>(transaction.objectStore('deletions').get(user)),
  ])
  return list && { json: list.json, deletedIds: deletions?.ids ?? [] }
}

/** One list at a time: that of whoever was here before goes. */
export async function keepList(user: string, json: Blob): Promise<void> {
  const transaction = (await openKept()).transaction(['lists', 'deletions'], 'readwrite')
  transaction.objectStore('deletions').clear()
  const lists = transaction.objectStore('lists')
  lists.clear()
  lists.put({ user, json } satisfies LastList)
  await endOf(transaction)
}

/** Apart from the list, which may be long. */
export async function keepDeletion(user: string, id: string): Promise<void> {
  const transaction = (await openKept()).transaction('deletions', 'readwrite')
  const end = endOf(transaction)
  const deletions = transaction.objectStore('deletions')
  const found: IDBRequest<Deletions | undefined> = deletions.get(user)
  found.onsuccess = () => {
    deletions.put({ user, ids: [...(found.result?.ids ?? []), id] } satisfies Deletions)
  }
  await end
}
