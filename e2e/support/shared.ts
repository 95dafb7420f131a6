import { POLLING } from './browser-storage'
import type { Tab } from './engines/engine'
import { expect } from './fixtures'

type Target = { address?: string; enctype?: string }

/** Sends what the operating system, or any web page, sends to the manifest's `share_target`; by default that of the service worker. */
export function share(
  tab: Pick<Tab, 'evaluate'>,
  fields: Record<string, string>,
  { address, enctype = 'multipart/form-data' }: Target = {},
): Promise<void> {
  return tab.evaluate(
    ({ fields, address, enctype }) => {
      const worker = navigator.serviceWorker?.controller
      const action = address ?? new URL('create-note/', worker?.scriptURL).href
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', enctype, action, hidden: true })
      for (const [name, value] of Object.entries(fields))
        Object.assign(form.appendChild(document.createElement('textarea')), { name, value })
      document.body.append(form)
      // A submission that is under way is lost with the document that `evaluate` waits for.
      setTimeout(() => form.submit())
    },
    { fields, address, enctype },
  )
}

/** Waits until the service worker knows who owns what is shared next; null: nobody. */
export async function expectSharedOwner(tab: Pick<Tab, 'evaluate'>, email: string | null): Promise<void> {
  const isLeft = () =>
    tab.evaluate(async (user) => {
      const left = await caches.match('/owner', { cacheName: 'notas-shared-owner' })
      if (user === null || !left) return user === null && !left
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(user))
      const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
      return (await left.text()) === hash
    }, email)
  await expect.poll(isLeft, POLLING).toBe(true)
}

export async function expectWaiting(tab: Pick<Tab, 'evaluate'>, contents: string[]): Promise<void> {
  const waiting = () =>
    tab.evaluate(async () => {
      const cache = await caches.open('notas-shared')
      const texts = (await cache.keys()).map(async (request) => (await cache.match(request))?.json())
      // One may have been removed since its key was read.
      return (await Promise.all(texts)).map((text) => text?.content)
    })
  await expect.poll(waiting, POLLING).toEqual(contents)
}
