import type { NoteText } from '@/lib/domain/note'
import { SHARED_TEXTS } from '@/lib/domain/shared-text'
import { getUser } from '@/lib/session/token'
import { storeDraft } from './store-draft'
import { newDraftId, nextWriteTime } from './write-drafts'

/** Makes what other applications have shared drafts of new notes. Returns whether there was anything. */
export async function takeShared(): Promise<boolean> {
  const user = getUser()
  if (user === null) return false
  const cache = await caches.open(SHARED_TEXTS)
  const requests = await cache.keys()
  const last = requests.at(-1)
  for (const request of requests) {
    const response = await cache.match(request)
    if (!response) continue // another tab has taken it
    const text: NoteText = await response.json()
    const id = `${request === last ? SHARED_ID : ''}${newDraftId()}`
    const base = { title: '', content: '' }
    if (await storeDraft({ id, user, noteId: null, text, base, writtenAt: nextWriteTime() }))
      await cache.delete(request)
  }
  return last !== undefined
}

/** Prefix of the id of a draft that its form starts from, unasked. */
const SHARED_ID = 'shared-'

export function isShared({ id }: { id: string }): boolean {
  return id.startsWith(SHARED_ID)
}
