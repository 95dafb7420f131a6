import { getUser } from '@/lib/session/token'
import { hexOf, sha256 } from '@/lib/sha256'
import { isExpired, readSharedTexts, SHARED_OWNER, SHARED_OWNER_URL } from './cache'
import { SHARED_TEXTS } from './has-shared-texts'

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

export async function hashOf(user: string): Promise<string> {
  return hexOf(await sha256(user))
}
