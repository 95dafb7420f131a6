import { expectCards, open, save, saveAndExpectFailure, write } from '../../support/actions'
import { POLLING } from '../../support/browser-storage'
import { expectDrafts } from '../../support/drafts'
import {
  expect,
  expectCalls,
  expectNoWriteUnderWay,
  isCreate,
  isSaved,
  isWrite,
  type ProxiedCall,
  stopClock,
  writeTest as test,
} from '../../support/write-fixtures'

test('a connection that breaks after the host has responded makes one note, though the browser repeats the call', async ({
  page,
  faultyProxy: proxy,
  storedTitles,
}) => {
  proxy.reusesConnections = true
  await open(page, '/notas')
  await page.getByRole('link', { name: 'Crear nota' }).click()
  await write(page, { title: 'Compra' })
  proxy.fault = (call) =>
    isCreate(call) && proxy.calls.filter(isCreate).length === 1 ? 'lose the response' : undefined
  await save(page)
  await expectCalls(proxy, isCreate, 2)
  await expectNoWriteUnderWay(page)
  await open(page, '/notas')
  await expectCards(page, ['Compra'])
  expect(await storedTitles()).toEqual(['Compra'])
})

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
  await page.getByRole('link', { name: 'Crear nota' }).click()
  await write(page, { title: 'Compra' })
  proxy.fault = (call) => (isWrite(call) ? 'lose the response' : undefined)
  await saveAndExpectFailure(page)
  await expectNoWriteUnderWay(page)
  proxy.fault = () => undefined
  await save(page)
  await expectNoWriteUnderWay(page)
  await open(page, '/notas')
  await expectCards(page, ['Compra'])
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
  const dropped: ProxiedCall[] = []
  proxy.fault = (call) => {
    if (!isCreate(call) || dropped.length > 0) return undefined
    dropped.push(call)
    return 'refuse'
  }
  await saveAndExpectFailure(page)
  await save(page)
  await expect.poll(storedTitles).toEqual(['Compra'])
  expect((await dropped[0]?.forward())?.status).toBe(201)
  expect(await storedTitles()).toEqual(['Compra'])
  await open(page, '/notas')
  await expectCards(page, ['Compra'])
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
  const dropped: ProxiedCall[] = []
  proxy.fault = (call) => {
    if (!isCreate(call) || dropped.length > 0) return undefined
    dropped.push(call)
    return new Promise(() => {})
  }
  const logged = page.waitForEvent('console', (message) =>
    message.text().includes('Error al guardar la nota'),
  )
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

for (const isBare of [false, true])
  test.describe(isBare ? 'on a host of seven calls' : 'on our host', () => {
    test.use({ isBare })

    test('where connections are not used again, a lost response and a second press make one note', async ({
      page,
      faultyProxy: proxy,
      storedTitles,
    }) => {
      await open(page, '/create-note')
      await write(page, { title: 'Compra', content: 'Pan' })
      proxy.fault = (call) => (isWrite(call) ? 'lose the response' : undefined)
      await saveAndExpectFailure(page)
      proxy.fault = () => undefined
      await save(page)
      await expectNoWriteUnderWay(page)
      await open(page, '/notas')
      await expectCards(page, ['Compra'])
      await expectDrafts(page, [])
      expect(await storedTitles()).toEqual(['Compra'])
      expect(proxy.calls.filter(({ method }) => method === 'DELETE')).toEqual([])
    })

    test('a lost response is known by itself: the form becomes that of the note', async ({
      page,
      faultyProxy: proxy,
      storedTitles,
    }) => {
      await page.clock.install()
      await open(page, '/create-note')
      await write(page, { title: 'Compra', content: 'Pan' })
      await expectDrafts(page, ['Pan'])
      await stopClock(page)
      proxy.fault = (call) =>
        isCreate(call) && proxy.calls.filter(isCreate).length === 1 ? 'lose the response' : undefined
      await saveAndExpectFailure(page)
      await expectNoWriteUnderWay(page)
      await page.clock.runFor(5_000)
      await expect(isSaved(page)).toBeVisible()
      await expect(page).toHaveURL(/\/note-editor\/[^/]+\/?$/)
      expect(await storedTitles()).toEqual(['Compra'])
      await page.clock.resume()
      await page.getByRole('link', { name: 'Volver' }).click()
      await expectCards(page, ['Compra'])
      await expectDrafts(page, [])
    })

    test('a note of the same text that was there before is not taken for the one that is saved', async ({
      page,
      faultyProxy: proxy,
      user,
      storedTitles,
    }) => {
      await user.addNote('Compra', 'Pan')
      await open(page, '/notas')
      await expectCards(page, ['Compra'])
      await page.getByRole('link', { name: 'Crear nota' }).click()
      await write(page, { title: 'Compra', content: 'Pan' })
      proxy.fault = (call) =>
        isCreate(call) && proxy.calls.filter(isCreate).length === 1 ? 'refuse' : undefined
      await saveAndExpectFailure(page)
      await save(page)
      await expect.poll(storedTitles).toEqual(['Compra', 'Compra'])
      await expectNoWriteUnderWay(page)
      expect(await storedTitles()).toEqual(['Compra', 'Compra'])
    })
  })

test.describe('on a host of seven calls', () => {
  test.use({ isBare: true })

  test('a call that the browser repeats by itself loses nothing, and nothing is deleted', async ({
    page,
    faultyProxy: proxy,
    storedTitles,
  }) => {
    proxy.reusesConnections = true
    await open(page, '/notas')
    await page.getByRole('link', { name: 'Crear nota' }).click()
    await write(page, { title: 'Compra' })
    proxy.fault = (call) =>
      isCreate(call) && proxy.calls.filter(isCreate).length === 1 ? 'lose the response' : undefined
    await save(page)
    await expectCalls(proxy, isCreate, 2)
    await expectNoWriteUnderWay(page)
    await open(page, '/notas')
    await expect(page.getByRole('article').first()).toContainText('Compra')
    expect(new Set(await storedTitles())).toEqual(new Set(['Compra']))
    expect(proxy.calls.filter(({ method }) => method === 'DELETE')).toEqual([])
  })
})
