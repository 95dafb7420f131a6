import { setTimeout } from 'node:timers/promises'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { open } from './actions'

/** Milliseconds between two looks; Playwright's own grow to a second. */
export const POLLING = { intervals: [50] }

/** Opens a page of the origin without scripts. It names an icon, since a full browser asks for one. */
export async function openBlankPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  // A service worker leaves calls of the API to the network.
  const address = '/api/blank'
  await page.route(`**${address}`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  )
  await page.goto(address)
  return page
}

export function readToken(page: Pick<Page, 'evaluate'>): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('token'))
}

export async function readStore<Row>(page: Pick<Page, 'evaluate'>, store: Store): Promise<Row[]> {
  // A database that is evicted meanwhile may never answer.
  const rows = await Promise.race([readRows<Row>(page, store), setTimeout(3_000, undefined, { ref: false })])
  return rows ?? readStore(page, store)
}

type Store = 'drafts' | 'lists' | 'deletions'

function readRows<Row>(page: Pick<Page, 'evaluate'>, only?: Store): Promise<Row[]> {
  return page.evaluate(async (wanted) => {
    const rows: Record<string, unknown>[] = []
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(String(name))
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of [...database.objectStoreNames].filter((one) => !wanted || one === wanted)) {
        const found = await new Promise<Record<string, unknown>[]>((resolve, reject) => {
          const reading = database.transaction(store).objectStore(store).getAll()
          reading.onsuccess = () => resolve(reading.result)
          reading.onerror = () => reject(reading.error)
        })
        rows.push(...found)
      }
      database.close()
    }
    for (const row of rows)
      for (const [field, value] of Object.entries(row))
        if (value instanceof Blob) row[field] = await value.text()
    return rows as Row[]
  }, only)
}

/** Stores a record in the database, which must exist. */
export function putRecord(page: Pick<Page, 'evaluate'>, store: Store, record: object): Promise<void> {
  return page.evaluate(
    ([name, row]) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('notas')
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(name, 'readwrite')
          transaction.objectStore(name).put(row)
          transaction.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
    [store, record] as const,
  )
}

export async function expectCachedList(page: Pick<Page, 'evaluate'>, titles: string[]): Promise<void> {
  await expect
    .poll(async () => {
      const lists = await readStore<{ json: string }>(page, 'lists')
      return lists.map(({ json }) => JSON.parse(json).map(({ title }: { title: string }) => title))
    }, POLLING)
    .toEqual([titles])
}

export async function openCachedList(page: Page, titles: string[]): Promise<void> {
  await open(page, '/notas')
  await expectCachedList(page, titles)
}

/** Waits until these notes, and no others, are stored as deleted since the list was cached. */
export async function expectStoredDeletions(page: Pick<Page, 'evaluate'>, ids: string[]): Promise<void> {
  const stored = async () => {
    const records = await readStore<{ deleted?: { id: string }; write?: { doneAt?: number } }>(page, 'drafts')
    return records.filter(({ write }) => write?.doneAt !== undefined).map(({ deleted }) => deleted?.id)
  }
  await expect.poll(async () => (await stored()).toSorted(), POLLING).toEqual(ids.toSorted())
}

/** Reads all storage of the page's origin as one text: Web Storage, IndexedDB and caches. */
export async function readAllStorage(page: Pick<Page, 'evaluate'>): Promise<string> {
  const others = await page.evaluate(async () => {
    const found = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    const names = globalThis.caches ? await caches.keys() : []
    for (const name of names) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const response = await cache.match(request)
        found.push(request.url, (await response?.text()) ?? '')
      }
    }
    return found.join('\n')
  })
  return `${others}\n${JSON.stringify(await readRows(page))}`
}

/** Waits until a service worker controls the page, so that every screen is cached. */
export async function waitForServiceWorker(page: Pick<Page, 'evaluate'>): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
}

/** Registers the service worker without the delay that the pages have, and waits until it controls the page. */
export async function installServiceWorker(page: Pick<Page, 'evaluate'>): Promise<void> {
  await page.evaluate(async () => {
    const { href } = document.querySelector('link[rel=manifest]') as HTMLLinkElement
    await navigator.serviceWorker.register(new URL('sw.js', href))
  })
  await waitForServiceWorker(page)
}
