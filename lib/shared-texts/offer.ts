import { BLANK, type NoteText } from '@/lib/domain/note'
import { storeDraft } from '@/lib/drafts/store-draft'
import { newDraft, removeDraft } from '@/lib/drafts/write-drafts'
import type { Draft } from '@/lib/offline/record'
import { getUser } from '@/lib/session/token'
import { readSharedTexts, waitsFor } from './cache'
import { hasSharedTexts, SHARED_TEXTS } from './has-shared-texts'
import { hashOf } from './owner'

/** `isOwn`: it came while this user was signed in. */
export type SharedText = { url: string; text: NoteText; isOwn: boolean }

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
  const draft = newDraft(user, null, text, BLANK)
  if (!(await storeDraft(draft)) || (await cache.delete(url))) return draft
  await removeDraft(draft)
  return undefined
}

export async function discardSharedText({ url }: SharedText): Promise<void> {
  await (await caches.open(SHARED_TEXTS)).delete(url)
}

export async function ownSharedTexts(user: string): Promise<NoteText[]> {
  const { texts } = await sharedTextsOf(user)
  return Promise.all(texts.map(({ response }) => response.json()))
}

export async function removeSharedTextsOf(user: string): Promise<void> {
  if (!(await hasSharedTexts())) return
  const { cache, texts } = await sharedTextsOf(user)
  await Promise.all(texts.map(({ url }) => cache.delete(url)))
}

/** Until 1.3: texts without an owner are those of 1.0.0. */
async function sharedTextsOf(user: string) {
  const owner = await hashOf(user)
  const cache = await caches.open(SHARED_TEXTS)
  const texts = (await readSharedTexts(cache)).filter((one) => one.owner === owner || one.owner === null)
  return { cache, texts }
}
