import type { Browser, Page } from '@playwright/test'
import type { NoteText } from '@/lib/domain/note'
import type { User } from '../../e2e/support/api-client'
import { BASE, sessionOf } from '../../e2e/support/fixtures'
import { bundled } from '../list/browser'
import type { Times, Transfer } from './in-page'
import { watchMemory } from './memory'

declare const transfer: Transfer

/** `memory` is its growth at the highest, in MB. */
export type Sample = Times & { memory: number }

type Visit<Result> = (page: Page) => Promise<Result>

/** Opens the account screen in a new browser context. */
export async function inAccount<Result>(
  browser: Browser,
  origin: string,
  user: User,
  visit: Visit<Result>,
): Promise<Result> {
  const state = { cookies: [], origins: [{ origin, localStorage: sessionOf(user) }] }
  const context = await browser.newContext({ locale: 'es-ES', serviceWorkers: 'block', storageState: state })
  context.setDefaultTimeout(120_000)
  await context.addInitScript({ content: bundled('bench/transfer/in-page.ts') })
  const page = await context.newPage()
  await page.goto(`${origin}${BASE}/cuenta/`, { waitUntil: 'networkidle' })
  try {
    return await visit(page)
  } finally {
    await context.close()
  }
}

/** Opens a page without a framework on the host. */
export function onFloor<Result>(
  browser: Browser,
  origin: string,
  user: User,
  visit: Visit<Result>,
): Promise<Result> {
  return inAccount(browser, origin, user, async (page) => {
    await page.route('**/floor', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><input type="file">' }),
    )
    await page.goto(`${origin}/floor`)
    // A route delays each call.
    await page.unroute('**/floor')
    return visit(page)
  })
}

export function chooseFile(page: Page, file: string, status: string): Promise<Sample> {
  return measure(page, 'change', status, () => page.locator('input').first().setInputFiles(file))
}

export function press(page: Page, button: string, status: string): Promise<Sample> {
  const click = () => page.getByRole('button', { name: button, exact: true }).click()
  return measure(page, 'click', status, click)
}

export function check(page: Page, name: string, status: string): Promise<Sample> {
  return measure(page, 'click', status, () => page.getByRole('checkbox', { name }).click())
}

export const floors = {
  async read(page: Page, file: string): Promise<number> {
    await page.locator('input').setInputFiles(file)
    return page.evaluate(() => transfer.readAll())
  },
  export: (page: Page, { token }: User) => page.evaluate((token) => transfer.exportAll(token), token),
  import: (page: Page, { token }: User, notes: NoteText[], width: number) =>
    page.evaluate(([notes, token, width]) => transfer.postAll(notes, token, width), [
      notes,
      token,
      width,
    ] as const),
}

async function measure(
  page: Page,
  type: 'change' | 'click',
  status: string,
  act: () => Promise<void>,
): Promise<Sample> {
  await page.evaluate(([type, status]) => transfer.expectStatus(type, status), [type, status] as const)
  const stop = await watchMemory(page.context().browser() as Browser)
  await act()
  const times = await page.evaluate(() => transfer.times())
  return { ...times, memory: stop() }
}
