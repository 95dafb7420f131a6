import { type Draft, openKept } from './database'

/** A user's drafts, the latest first; none where the browser keeps nothing. */
export async function draftsOf(user: string): Promise<Draft[]> {
  const database = await openKept().catch(() => undefined)
  const drafts = (await database?.getAllFromIndex('drafts', 'user', user)) ?? []
  return drafts.sort((a, b) => b.writtenAt - a.writtenAt)
}

/** On disk when it resolves. Rejects where the browser's storage is full or forbidden. */
export async function putDraft(draft: Draft): Promise<void> {
  const transaction = (await openKept()).transaction('drafts', 'readwrite')
  transaction.store.put(draft).catch(() => {})
  // At once: a page that is being closed waits for no answer.
  transaction.commit()
  await transaction.done
}

export async function removeDraft(id: string): Promise<void> {
  await (await openKept()).delete('drafts', id)
}

/** What was written to the old one meanwhile stays. */
export async function replaceDraft(old: Draft, draft: Draft): Promise<void> {
  const { store, done } = (await openKept()).transaction('drafts', 'readwrite')
  store.put(draft).catch(() => {})
  const now = await store.get(old.id).catch(() => undefined)
  if (now?.writtenAt === old.writtenAt) store.delete(old.id).catch(() => {})
  await done
}

/** Removes all that is kept of a user. */
export async function removeKept(user: string): Promise<void> {
  const transaction = (await openKept()).transaction(['drafts', 'lists'], 'readwrite')
  const drafts = transaction.objectStore('drafts')
  for (const id of await drafts.index('user').getAllKeys(user)) drafts.delete(id)
  transaction.objectStore('lists').delete(user)
  await transaction.done
}
