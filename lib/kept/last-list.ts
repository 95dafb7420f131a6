import { answerOf, endOf, type LastList, openKept } from './database'

/** The JSON of a user's notes as the host last answered, and what was deleted since; undefined where there is none. */
export async function lastList(user: string): Promise<LastList | undefined> {
  const database = await openKept().catch(() => undefined)
  return database && answerOf(database.transaction('lists').objectStore('lists').get(user))
}

/** One list at a time: that of whoever was here before goes. */
export async function keepList(user: string, json: string): Promise<void> {
  const transaction = (await openKept()).transaction('lists', 'readwrite')
  const lists = transaction.objectStore('lists')
  lists.clear()
  lists.put({ user, json, deletedIds: [] } satisfies LastList)
  await endOf(transaction)
}

export async function keepDeletion(user: string, id: string): Promise<void> {
  const transaction = (await openKept()).transaction('lists', 'readwrite')
  const end = endOf(transaction)
  const lists = transaction.objectStore('lists')
  const found: IDBRequest<LastList | undefined> = lists.get(user)
  found.onsuccess = () => {
    if (found.result) lists.put({ ...found.result, deletedIds: [...found.result.deletedIds, id] })
  }
  await end
}
