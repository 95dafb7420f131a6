import type { NoteText } from '@/lib/domain/note'
import { isExpired, SHARED_OWNER, SHARED_OWNER_URL, SHARED_TEXTS, waitsFor } from '@/lib/domain/shared-text'
import type { Draft } from '@/lib/offline/database'
import { readSharedTexts } from '@/lib/offline/shared-texts'
import { getUser } from '@/lib/session/token'
import { storeDraft } from './store-draft'
import { newDraftId, nextWriteTime } from './write-drafts'

/** `isOwn`: it came while this user was signed in. */
export type SharedText = { url: string; text: NoteText; isOwn: boolean }

/** Tells the service worker who owns what is shared next, and removes what nobody owns and has waited too long. */
export async function leaveSharedOwner(): Promise<void> {
  const user = getUser()
  // Releases before delete this cache at sign-out, and the owner stays: without it, the service worker has no owner.
  const cache = await caches.open(SHARED_TEXTS)
  const expired = (await readSharedTexts(cache)).filter(isExpired)
  await Promise.all(expired.map(({ url }) => cache.delete(url)))
  if (user === null) {
    await caches.delete(SHARED_OWNER)
    return
  }
  const owner = new Response(await hashOf(user))
  if (user === getUser()) await (await caches.open(SHARED_OWNER)).put(SHARED_OWNER_URL, owner)
}

/** Texts that wait for the signed-in user, or for the next one, oldest first. */
export async function sharedTexts(): Promise<SharedText[]> {
  const user = getUser()
  const owner = user === null ? '' : await hashOf(user)
  const shared = await readSharedTexts(await caches.open(SHARED_TEXTS))
  const waiting = shared.filter((one) => waitsFor(owner, one))
  return Promise.all(
    waiting.map(async ({ url, owner: stamp, response }) => ({
      url,
      text: await response.json(),
      isOwn: Boolean(stamp),
    })),
  )
}

/** Makes a draft of a text. Undefined if another tab has used or discarded it, or the user has signed out. */
export async function takeSharedText({ url, text }: SharedText): Promise<Draft | undefined> {
  const user = getUser()
  const cache = await caches.open(SHARED_TEXTS)
  if (user === null || !(await cache.match(url))) return undefined
  const base = { title: '', content: '' }
  const draft = { id: newDraftId(), user, noteId: null, text, base, writtenAt: nextWriteTime() }
  if (await storeDraft(draft)) await cache.delete(url)
  return draft
}

export async function discardSharedText({ url }: SharedText): Promise<void> {
  await (await caches.open(SHARED_TEXTS)).delete(url)
}

/** Removes a user's texts, and those of 1.0.0, whose owner is unknown. */
export async function removeSharedTextsOf(user: string): Promise<void> {
  const owner = await hashOf(user)
  const cache = await caches.open(SHARED_TEXTS)
  const theirs = (await readSharedTexts(cache)).filter((one) => one.owner === owner || one.owner === null)
  await Promise.all(theirs.map(({ url }) => cache.delete(url)))
}

async function hashOf(user: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(user))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
