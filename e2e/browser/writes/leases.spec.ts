import type { Page } from '@playwright/test'
import { POLLING, readStore } from '../../support/browser-storage'
import {
  expect,
  expectCalls,
  isCreate,
  openTab,
  refuseWrites,
  saveWithoutAnswer,
  showPageAgain,
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
