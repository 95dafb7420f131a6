import {
  editLink,
  open,
  openList,
  save,
  saveAndExpectFailure,
  saveToList,
  write,
  writeNew,
} from '../../support/actions'
import { expectDrafts } from '../../support/drafts'
import type { FaultyProxy } from '../../support/servers/faulty-proxy'
import {
  expect,
  expectCalls,
  expectNoWriteUnderWay,
  isCreate,
  isDelete,
  isWrite,
  onBareHost,
  writeTest as test,
} from '../../support/write-fixtures'

onBareHost(() => {
  test('a call that the browser repeats by itself loses nothing, and nothing is deleted', async ({
    page,
    faultyProxy: proxy,
    storedTitles,
  }) => {
    proxy.reusesConnections = true
    await open(page, '/notas')
    await writeNew(page, { title: 'Compra' })
    proxy.failFirst(isCreate, 'lose the response')
    await save(page)
    await expectCalls(proxy, isCreate, 2)
    await expectNoWriteUnderWay(page)
    await open(page, '/notas')
    await expect(page.getByRole('article').first()).toContainText('Compra')
    expect(new Set(await storedTitles())).toEqual(new Set(['Compra']))
    expect(proxy.calls.filter(isDelete)).toEqual([])
  })
})

const keys = (proxy: FaultyProxy) =>
  proxy.calls.filter(isCreate).map(({ headers }) => headers['idempotency-key'])

test('over connections that are used again, the copy that a browser sends by itself has the same key and makes no second note, nor does a second press with every response lost; a new press has a key of its own, and an edit has none', async ({
  page,
  faultyProxy: proxy,
  expectNotes,
}) => {
  proxy.reusesConnections = true
  await open(page, '/notas')

  await test.step('with every response lost over several connections, and a second press, there is one note', async () => {
    // Each connection that is open is one more call of the browser's own.
    await page.evaluate(() =>
      Promise.all(Array.from({ length: 6 }, () => fetch('/api/health', { cache: 'no-store' }))),
    )
    await writeNew(page, { title: 'Regalos' })
    proxy.fault = (call) => (isWrite(call) ? 'lose the response' : undefined)
    await saveAndExpectFailure(page)
    await expectNoWriteUnderWay(page)
    proxy.fault = () => undefined
    await save(page)
    await expectNoWriteUnderWay(page)
    await openList(page, ['Regalos'])
    await expectDrafts(page, [])
    await expectNotes(page, ['Regalos'])
  })

  const pressed: string[] = []
  for (let press = 0; press < 2; press += 1) {
    proxy.calls.length = 0
    proxy.failFirst(isCreate, 'lose the response')
    await writeNew(page, { title: 'Compra', content: 'Pan' })
    await save(page)
    await expect.poll(() => keys(proxy).length).toBeGreaterThan(1)
    await expectNoWriteUnderWay(page)
    expect(new Set(keys(proxy)).size).toBe(1)
    pressed.push(String(keys(proxy)[0]))
    await open(page, '/notas')
  }
  expect(new Set(pressed).size).toBe(2)
  await expectNotes(page, ['Compra', 'Compra', 'Regalos'])

  await editLink(page, 'Compra').first().click()
  await write(page, { title: 'Compra grande' })
  await saveToList(page, ['Compra grande', 'Compra', 'Regalos'])
  await expectDrafts(page, [])
  expect(proxy.calls.filter(isWrite).at(-1)?.headers).not.toHaveProperty('idempotency-key')
})
