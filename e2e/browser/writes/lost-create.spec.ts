import {
  nextLog,
  open,
  openList,
  returnToList,
  save,
  saveAndExpectFailure,
  write,
  writeNew,
} from '../../support/actions'
import { POLLING } from '../../support/browser-storage'
import { expectDrafts, writeDraft } from '../../support/drafts'
import {
  expect,
  expectCalls,
  expectNoWriteUnderWay,
  isCreate,
  isDelete,
  isSaved,
  isWrite,
  onBareHost,
  onBothHosts,
  stopClock,
  writeTest as test,
} from '../../support/write-fixtures'

test('with every response lost over several connections, and a second press, there is one note', async ({
  page,
  faultyProxy: proxy,
  storedTitles,
}) => {
  proxy.reusesConnections = true
  await open(page, '/notas')
  // Each connection that is open is one more call of the browser's own.
  await page.evaluate(() =>
    Promise.all(Array.from({ length: 6 }, () => fetch('/api/health', { cache: 'no-store' }))),
  )
  await writeNew(page, { title: 'Compra' })
  proxy.fault = (call) => (isWrite(call) ? 'lose the response' : undefined)
  await saveAndExpectFailure(page)
  await expectNoWriteUnderWay(page)
  proxy.fault = () => undefined
  await save(page)
  await expectNoWriteUnderWay(page)
  await openList(page, ['Compra'])
  await expectDrafts(page, [])
  expect(await storedTitles()).toEqual(['Compra'])
})

test('a create that reaches the host late, after a second press, makes one note', async ({
  page,
  faultyProxy: proxy,
  storedTitles,
}) => {
  await open(page, '/create-note')
  await write(page, { title: 'Compra' })
  const dropped = proxy.failFirst(isCreate, 'refuse')
  await saveAndExpectFailure(page)
  await save(page)
  await expect.poll(storedTitles).toEqual(['Compra'])
  expect((await dropped[0]?.forward())?.status).toBe(201)
  expect(await storedTitles()).toEqual(['Compra'])
  await openList(page, ['Compra'])
})

test('a create that ends at its limit and reaches the host later makes one note', async ({
  page,
  faultyProxy: proxy,
  storedTitles,
}) => {
  await page.clock.install()
  await open(page, '/create-note')
  await write(page, { title: 'Compra' })
  await expectDrafts(page, [''])
  await stopClock(page)
  const dropped = proxy.failFirst(isCreate, new Promise(() => {}))
  const logged = nextLog(page, 'Error al guardar la nota')
  await save(page)
  await expectCalls(proxy, isCreate, 1)
  await page.clock.runFor(30_000)
  await logged
  await expectNoWriteUnderWay(page)
  await page.clock.runFor(5_000)
  await expect.poll(storedTitles, POLLING).toEqual(['Compra'])
  await expectNoWriteUnderWay(page)
  expect((await dropped[0]?.forward())?.status).toBe(201)
  expect(await storedTitles()).toEqual(['Compra'])
})

onBothHosts(() => {
  test('a lost response is known by itself: the form becomes that of the note', async ({
    page,
    faultyProxy: proxy,
    storedTitles,
  }) => {
    await page.clock.install()
    await open(page, '/create-note')
    await writeDraft(page, { title: 'Compra', content: 'Pan' })
    await stopClock(page)
    proxy.failFirst(isCreate, 'lose the response')
    await saveAndExpectFailure(page)
    await expectNoWriteUnderWay(page)
    await page.clock.runFor(5_000)
    await expect(isSaved(page)).toBeVisible()
    await expect(page).toHaveURL(/\/note-editor\/[^/]+\/?$/)
    expect(await storedTitles()).toEqual(['Compra'])
    await page.clock.resume()
    await returnToList(page, ['Compra'])
    await expectDrafts(page, [])
  })

  test('a note of the same text that was there before is not taken for the one that is saved', async ({
    page,
    faultyProxy: proxy,
    user,
    storedTitles,
  }) => {
    await user.addNote('Compra', 'Pan')
    await openList(page, ['Compra'])
    await writeNew(page, { title: 'Compra', content: 'Pan' })
    proxy.failFirst(isCreate, 'refuse')
    await saveAndExpectFailure(page)
    await save(page)
    await expect.poll(storedTitles).toEqual(['Compra', 'Compra'])
    await expectNoWriteUnderWay(page)
    expect(await storedTitles()).toEqual(['Compra', 'Compra'])
  })
})

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
