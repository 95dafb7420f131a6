import { openKept } from './database'

/** The JSON of a user's notes as the host last answered, and what was deleted since; undefined where there is none. */
export async function lastList(user: string) {
  const database = await openKept().catch(() => undefined)
  return database?.get('lists', user)
}

/** One list at a time: that of whoever was here before goes. */
export async function keepList(user: string, json: string): Promise<void> {
  const { store, done } = (await openKept()).transaction('lists', 'readwrite')
  store.clear()
  store.put({ user, json, deletedIds: [] })
  await done
}

export async function keepDeletion(user: string, id: string): Promise<void> {
  const { store, done } = (await openKept()).transaction('lists', 'readwrite')
  const list = await store.get(user)
  if (list) store.put({ ...list, deletedIds: [...list.deletedIds, id] })
  await done
}
