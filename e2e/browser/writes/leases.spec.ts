import type { BrowserContext, Page } from '@playwright/test'
import { nextLog, open, save, write } from '../../support/actions'
import { fillDatabase } from '../../support/browser-database'
import { POLLING, readStore } from '../../support/browser-storage'
import {
  expect,
  expectCalls,
  held,
  isCreate,
  openTab,
  refuseWrites,
  saveWithoutAnswer,
  showPageAgain,
  stopClock,
  writeTest as test,
  toSave,
} from '../../support/write-fixtures'

test.use({ isBare: true })

// Plain http has no Web Locks, so that tabs share leases in the database instead.
test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'))
})

/** Records of leases, which belong to no user. */
async function leases(page: Page): Promise<{ user: string }[]> {
  return (await readStore<{ user: string }>(page, 'drafts')).filter(({ user }) => user === '')
}

async function expectNoLease(page: Page): Promise<void> {
  await expect.poll(() => leases(page), POLLING).toEqual([])
}

async function openLaterTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.clock.install()
  await open(page, path)
  await stopClock(page)
  return page
}

/** Moves the page's clock on by seconds, and lets the page look at the lease after each of the last five. */
async function pass(page: Page, seconds: number): Promise<void> {
  // A look at the lease that is under way would time out.
  await leases(page)
  await page.clock.fastForward((seconds - 5) * 1_000)
  for (let second = 0; second < 5; second += 1) {
    await page.clock.runFor(1_000)
    await leases(page)
  }
}

test('what waits is sent by one of two tabs', async ({ page, context, faultyProxy: proxy, storedTitles }) => {
  proxy.fault = refuseWrites
  await saveWithoutAnswer(page, { title: 'Compra', content: 'Pan' })
  await expectNoLease(page)
  const other = await openTab(context, '/notas')
  await expect(toSave(other)).toHaveText(/Hay 1 nota por guardar\./)
  await expectNoLease(page)
  proxy.calls.length = 0
  const release = proxy.hold(isCreate)
  for (const tab of [page, other]) await showPageAgain(tab)
  await expectCalls(proxy, isCreate, 1)
  release()
  await expect(toSave(other)).toBeHidden()
  await expectNoLease(page)
  expect(proxy.calls.filter(isCreate)).toHaveLength(1)
  expect(await storedTitles()).toEqual(['Compra'])
})

test('the lease of a killed tab ends after 90 seconds', async ({
  page,
  context,
  faultyProxy: proxy,
  storedTitles,
}) => {
  proxy.fault = (proxied) => (isCreate(proxied) ? new Promise(() => {}) : undefined)
  await open(page, '/create-note')
  await write(page, { title: 'Compra', content: 'Pan' })
  await save(page)
  await expectCalls(proxy, isCreate, 1)
  await page.close()
  proxy.fault = () => undefined
  const other = await openLaterTab(context, '/notas')
  await expect(toSave(other)).toBeVisible()
  await pass(other, 75)
  expect(proxy.calls.filter(isCreate)).toHaveLength(1)
  await pass(other, 20)
  await expect(toSave(other)).toBeHidden()
  expect(proxy.calls.filter(isCreate)).toHaveLength(2)
  expect(await storedTitles()).toEqual(['Compra'])
})

test('a tab that wakes after its lease has been another one sends nothing', async ({
  page,
  context,
  faultyProxy: proxy,
  storedTitles,
  expectConsole,
}) => {
  expectConsole(/Another tab has had the lease/)
  proxy.fault = refuseWrites
  await saveWithoutAnswer(page, { title: 'Compra', content: 'Pan' })
  await expectNoLease(page)
  // The sleeping tab's call has no answer before the other one has ended.
  const { until, release } = held()
  let lookUps = 0
  proxy.fault = (proxied) => {
    if (proxied.method !== 'GET') return undefined
    lookUps += 1
    return lookUps === 1 ? { respondAfter: until } : undefined
  }
  proxy.calls.length = 0
  await showPageAgain(page)
  await expect.poll(() => lookUps).toBe(1)
  const other = await openLaterTab(context, '/notas')
  await expect(toSave(other)).toBeVisible()
  await pass(other, 75)
  await pass(other, 20)
  await expect(toSave(other)).toBeHidden()
  expect(proxy.calls.filter(isCreate)).toHaveLength(1)
  const woken = nextLog(page, 'Another tab has had the lease')
  release()
  await woken
  await expectNoLease(page)
  expect(proxy.calls.filter(isCreate)).toHaveLength(1)
  expect(await storedTitles()).toEqual(['Compra'])
})

test('a database that fails does not keep a note from being saved', async ({
  page,
  expectConsole,
  expectNotes,
}) => {
  expectConsole(/QuotaExceededError|full/)
  await open(page, '/create-note')
  await page.evaluate(fillDatabase)
  await write(page, { title: 'Compra', content: 'Pan' })
  await save(page)
  await expectNotes(page, ['Compra'])
})
