import type { Page, Request } from '@playwright/test'
import {
  expectCards,
  open,
  openList,
  pauseCalls,
  reloadList,
  returnToList,
  saveToList,
  signIn,
  writeNew,
} from '../../support/actions'
import { blockDatabase, evictDatabase, refuseLists } from '../../support/browser-database'
import { expectCachedList, openCachedList, readStore } from '../../support/browser-storage'
import { createUser, expect, signedInTest } from '../../support/fixtures'

/** Collects the If-None-Match of each request for the list, or 'none'. */
function collectConditions(page: Page): string[] {
  const conditions: string[] = []
  page.on('request', (request: Request) => {
    if (request.method() === 'GET' && request.url().endsWith('/api/notes'))
      conditions.push(request.headers()['if-none-match'] ?? 'none')
  })
  return conditions
}

function storedEtag(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('notas-list-etag'))
}

signedInTest(
  "an unchanged list is one request with its ETag, and comes from the database, not from the browser's HTTP cache",
  { tag: '@cluster' },
  async ({ page, context, user, expectConsole }) => {
    await user.addNote('Plantas')
    const conditions = collectConditions(page)
    const first = page.waitForResponse('**/api/notes')
    await openList(page, ['Plantas'])
    const { etag } = (await first).headers()
    await expect.poll(() => storedEtag(page)).toBe(JSON.stringify([user.email, etag]))

    const second = page.waitForResponse('**/api/notes')
    await reloadList(page, ['Plantas'])
    expect((await second).status()).toBe(304)
    await page.getByRole('link', { name: 'Crear nota' }).click()
    await returnToList(page, ['Plantas'])
    await expect.poll(() => conditions).toEqual(['none', etag, etag])

    await user.addNote('Compra')
    await reloadList(page, ['Compra', 'Plantas'])
    expect(conditions).toEqual(['none', etag, etag, etag])
    await expectCachedList(page, ['Compra', 'Plantas'])
    await expect.poll(() => storedEtag(page)).not.toBe(JSON.stringify([user.email, etag]))

    expectConsole(/ERR_INTERNET_DISCONNECTED/)
    await context.setOffline(true)
    const cached = await page.evaluate(
      (token) =>
        fetch('/api/notes', { cache: 'force-cache', headers: { Authorization: `Bearer ${token}` } }).then(
          (response) => response.text(),
          () => 'not cached',
        ),
      user.token,
    )
    expect(cached).toBe('not cached')
  },
)

signedInTest('an ETag is stored only after its list', async ({ page, context, user, expectConsole }) => {
  expectConsole(/The database does not answer/)
  await openCachedList(page, [])
  await expect.poll(() => storedEtag(page)).not.toBeNull()
  const before = await storedEtag(page)
  await user.addNote('Plantas')
  const release = await blockDatabase(context)
  await reloadList(page, ['Plantas'])
  await expect(page.getByText('Cargando...')).toBeHidden()
  expect(await storedEtag(page)).toBe(before)
  await release()
  await expectCachedList(page, ['Plantas'])
  await expect.poll(() => storedEtag(page)).not.toBe(before)
})

signedInTest(
  'where a list cannot be stored the one before goes, with its ETag, as it lacks what was saved since',
  async ({ page, user, expectConsole }) => {
    expectConsole(/QuotaExceededError|full|Failed to load resource/)
    await user.addNote('Plantas')
    await openCachedList(page, ['Plantas'])
    await expect.poll(() => storedEtag(page)).not.toBeNull()
    await page.evaluate(refuseLists)
    await writeNew(page, { title: 'Compra' })
    await saveToList(page, ['Compra', 'Plantas'])
    await expect.poll(() => readStore(page, 'lists')).toEqual([])
    expect(await storedEtag(page)).toBeNull()

    await page.route('**/api/notes', (route) => route.abort())
    await page.reload()
    await expect(page.getByText('No se han podido cargar las notas.')).toBeVisible()
    await expect(page.getByText('Plantas')).toBeHidden()
  },
)

signedInTest('after a 304, a cached list that is gone is asked for once more', async ({ page, user }) => {
  await user.addNote('Plantas')
  await open(page, '/notas')
  await expectCachedList(page, ['Plantas'])
  await expect.poll(() => storedEtag(page)).not.toBeNull()
  await evictDatabase(page)
  const conditions = collectConditions(page)
  await reloadList(page, ['Plantas'])
  expect(conditions).toEqual([expect.stringMatching(/^"/), 'none'])
  await expectCachedList(page, ['Plantas'])
})

signedInTest('a host without ETags is never sent one', async ({ page, user }) => {
  await user.addNote('Plantas')
  await page.route('**/api/notes', async (route) => {
    const response = await route.fetch()
    const { etag: _, 'notas-etag': repeated, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  const conditions = collectConditions(page)
  for (let visit = 1; visit <= 2; visit++) {
    await openList(page, ['Plantas'])
    await expectCachedList(page, ['Plantas'])
    expect(await storedEtag(page)).toBeNull()
  }
  expect(conditions).toEqual(['none', 'none'])
})

signedInTest(
  "the next user's list is not asked for with the last user's ETag",
  async ({ page, host, user }) => {
    const next = await createUser(host)
    await user.addNote('Secreto')
    await next.addNote('Plantas')
    await open(page, '/notas')
    await expect.poll(() => storedEtag(page)).not.toBeNull()
    const conditions = collectConditions(page)
    const resume = await pauseCalls(page, '**/api/notes')
    await signIn(page, next)
    expect(await storedEtag(page)).toBeNull()
    resume()
    await expectCards(page, ['Plantas'])
    expect(conditions).toEqual(['none'])
    await expect.poll(() => storedEtag(page)).toContain(next.email)
  },
)
