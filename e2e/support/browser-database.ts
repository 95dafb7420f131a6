import { type BrowserContext, expect, type Page } from '@playwright/test'
import { BASE } from './fixtures'

/**
 * Makes every page wait for the database: another one asks for a later version and is not let go on. The database
 * must be there. Returns how to end it, with the database as it was.
 */
export async function blockDatabase(context: BrowserContext): Promise<() => Promise<void>> {
  const blocker = await context.newPage()
  await blocker.goto(`${BASE}/icon.svg`)
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
 * Waits for what follows the 2 s that a page gives the database, and lets these pass at once, as often as they come.
 * The page's clock must be installed, and the expectation give up soon.
 */
export async function afterTimeout(page: Page, expectation: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(2_000)
    await expectation()
  }).toPass({ intervals: [0], timeout: 15_000 })
}

/** Deletes the origin's databases, as a browser does when the disk is full. */
export async function evictDatabase(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', {
    origin: new URL(page.url()).origin,
    storageTypes: 'indexeddb',
  })
}
