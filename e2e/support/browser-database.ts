import type { BrowserContext, Page } from '@playwright/test'
import { BASE } from './fixtures'

/**
 * Makes every page wait for the database: another one asks for a later version and is not let go on. The database
 * must be there. Returns how to end it, with the database as it was.
 */
export async function blockDatabase(context: BrowserContext): Promise<() => Promise<void>> {
  const blocker = await context.newPage()
  await blocker.goto(`${BASE}/register`)
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

/** Deletes the origin's databases, as a browser does when the disk is full. */
export async function loseDatabase(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', {
    origin: new URL(page.url()).origin,
    storageTypes: 'indexeddb',
  })
}
