import { getUser } from '@/lib/session/token'
import { answerOf, type Deletions, type LastList, transact } from './database'

/** The JSON of a user's notes as the host last answered, and what was deleted since; undefined where there is none. */
export function lastList(user: string): Promise<{ json: Blob; deletedIds: string[] } | undefined> {
  return transact(['lists', 'deletions'], 'readonly', async (transaction) => {
    const [list, deletions] = await Promise.all([
      answerOf<LastList | undefined>(transaction.objectStore('lists').get(user)),
      answerOf<Deletions | undefined>(transaction.objectStore('deletions').get(user)),
    ])
    return list && { json: new Blob([list.json]), deletedIds: deletions?.ids ?? [] }
  })
}

/** Keeps that a note was deleted, apart from the list, which may be long. */
export function keepDeletion(user: string | null, id: string): Promise<void> {
  return transact(['deletions'], 'readwrite', (transaction) => {
    if (user === null || getUser() !== user) return
    const deletions = transaction.objectStore('deletions')
    const found: IDBRequest<Deletions | undefined> = deletions.get(user)
    found.onsuccess = () => {
      deletions.put({ user, ids: [...(found.result?.ids ?? []), id] } satisfies Deletions)
    }
  })
}
