import { expect, test } from '@playwright/test'
import { resultOf, transact } from '@/lib/offline/database'
import { MAX_ATTEMPT_MS, withLock } from '@/lib/writes/lock'
import { held } from '../../support/servers/faulty-proxy'
import { startBrowser, storedRecords, withoutDatabase } from './browser'

const { navigator } = globalThis

const setNavigator = (value: object) =>
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value })

// Plain http has no Web Locks, so that tabs share leases in the database instead.
test.beforeEach(async () => {
  setNavigator({})
  await startBrowser()
})
test.afterEach(() => setNavigator(navigator))

function putLease(until: number): Promise<unknown> {
  const lease = { id: 'lease-one', user: '', holder: 'another', until }
  return transact(['drafts'], 'readwrite', ({ drafts }) => resultOf(drafts.put(lease)))
}

test('one works after the other, and no lease is left', async () => {
  await expectTurns()
  expect(await storedRecords()).toEqual([])
})

async function expectTurns(): Promise<void> {
  const order: string[] = []
  const { until, release } = held()
  const first = withLock('one', async () => {
    order.push('first')
    await until
    order.push('first ends')
  })
  await expect.poll(() => order).toEqual(['first'])
  const second = withLock('one', async () => order.push('second'))
  await withLock('other', async () => order.push('other'))
  release()
  await Promise.all([first, second])
  expect(order).toEqual(['first', 'other', 'first ends', 'second'])
}

for (const [name, left, expected] of [
  ['that is held', MAX_ATTEMPT_MS, undefined],
  ['of a tab that was killed, and that ends', 100, 'worked'],
  ['of a clock that was ahead', MAX_ATTEMPT_MS + 60_000, 'worked'],
] as const)
  test(`a lease ${name} ${expected ? 'is taken over' : 'is not waited for too long'}`, async () => {
    await putLease(Date.now() + left)
    expect(await withLock('one', async () => 'worked', 300)).toBe(expected)
  })

test('a tab that wakes after another has had its lease goes no further', async () => {
  const work = withLock('one', async (assertHeld) => {
    await assertHeld()
    await putLease(Date.now() + MAX_ATTEMPT_MS)
    await assertHeld()
  })
  await expect(work).rejects.toThrow('Another tab has had the lease')
})

test('without a database the work is done all the same, one after the other in a page', async () => {
  await withoutDatabase(async () => {
    expect(await withLock('one', async (assertHeld) => assertHeld().then(() => 'worked'))).toBe('worked')
    await expectTurns()
  })
})
