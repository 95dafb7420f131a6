import { type BrowserContext, expect, type Page } from '@playwright/test'
import { openBlankPage } from './browser-storage'

/**
 * Makes every page wait for IndexedDB, by a pending upgrade in another page. The database must exist. Returns a
 * function that aborts the upgrade.
 */
export async function blockDatabase(context: BrowserContext): Promise<() => Promise<void>> {
  const blocker = await openBlankPage(context)
  await blocker.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('notas')
        opening.onsuccess = () => {
          const upgrade = indexedDB.open('notas', 1_000)
          upgrade.onblocked = () => resolve()
          upgrade.onupgradeneeded = () => upgrade.transaction?.abort()
          addEventListener('release', () => opening.result.close())
        }
      }),
  )
  return async () => {
    await blocker.evaluate(() => dispatchEvent(new Event('release')))
  }
}

/**
 * Retries an expectation, and skips the page's 2 s database timeout before each try. The page's clock must be
 * installed, and the expectation have a short timeout.
 */
export async function afterTimeout(page: Page, expectation: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(2_000)
    await expectation()
  }).toPass({ intervals: [0], timeout: 60_000 })
}

/** Makes the database refuse every write. Runs in the page. */
export function fillDatabase(): void {
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
}

/** Makes the database refuse every list. Runs in the page. */
export function refuseLists(): void {
  const { put } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (...row) {
    if (this.name !== 'lists') return put.apply(this, row)
    this.transaction.abort()
    throw new DOMException('full', 'QuotaExceededError')
  }
}

/** Makes localStorage refuse every write. Runs in the page. */
export function fillLocalStorage(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
}

/** Makes the database refuse to open. Runs in the page. */
export function forbidDatabase(): void {
  IDBFactory.prototype.open = () => {
    throw new DOMException('forbidden', 'SecurityError')
  }
}

/** Deletes the origin's databases, as a browser does when its disk is full. */
export async function evictDatabase(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', {
    origin: new URL(page.url()).origin,
    storageTypes: 'indexeddb',
  })
}
