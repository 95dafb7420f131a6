import { answerOf, type Draft, endOf, openKept } from './database'

/** A user's drafts, the latest first; none where the browser keeps nothing. */
export async function draftsOf(user: string): Promise<Draft[]> {
  const database = await openKept().catch(() => undefined)
  if (!database) return []
  const ofUser = database.transaction('drafts').objectStore('drafts').index('user')
  const drafts: Draft[] = await answerOf(ofUser.getAll(user))
  return drafts.sort((a, b) => b.writtenAt - a.writtenAt)
}

/** On disk when it resolves. Rejects where the browser's storage is full or forbidden. */
export async function putDraft(draft: Draft): Promise<void> {
  const transaction = (await openKept()).transaction('drafts', 'readwrite')
  transaction.objectStore('drafts').put(draft)
  // At once: a page that is being closed waits for no answer.
  transaction.commit()
  await endOf(transaction)
}

export async function removeDraft(id: string): Promise<void> {
  const transaction = (await openKept()).transaction('drafts', 'readwrite')
  transaction.objectStore('drafts').delete(id)
  await endOf(transaction)
}

/** What was written to the old one meanwhile stays. */
export async function replaceDraft(old: Draft, draft: Draft): Promise<void> {
  const transaction = (await openKept()).transaction('drafts', 'readwrite')
  const end = endOf(transaction)
  const drafts = transaction.objectStore('drafts')
  drafts.put(draft)
  const found = drafts.get(old.id)
  found.onsuccess = () => {
    if (found.result?.writtenAt === old.writtenAt) drafts.delete(old.id)
  }
  await end
}

/** Removes all that is kept of a user. */
export async function removeKept(user: string): Promise<void> {
  const transaction = (await openKept()).transaction(['drafts', 'lists'], 'readwrite')
  const end = endOf(transaction)
  const drafts = transaction.objectStore('drafts')
  const ids = drafts.index('user').getAllKeys(user)
  ids.onsuccess = () => {
    for (const id of ids.result) drafts.delete(id)
  }
  transaction.objectStore('lists').delete(user)
  await end
}
