import type { Page } from '@playwright/test'
import {
  card,
  expectCards,
  expectScreen,
  open,
  save,
  saveAndExpectFailure,
  write,
} from '../../support/actions'
import { listNotes } from '../../support/api-client'
import { expectCachedList, installServiceWorker } from '../../support/browser-storage'
import { content, expectDrafts, newDraftBanner } from '../../support/drafts'
import {
  createNote,
  expect,
  expectCalls,
  expectNoWriteUnderWay,
  expectTexts,
  held,
  isCreate,
  isSaved,
  isWrite,
  leaveForm,
  leaveWaiting,
  openTab,
  openWaiting,
  passTimeUntil,
  refuseWrites,
  saveWithoutAnswer,
  showPageAgain,
  stopClock,
  writeTest as test,
  toSave,
  unsaved,
  waits,
} from '../../support/write-fixtures'

const NOT_AGAIN = 'The form is the one that was written in.'

async function mark(page: Page): Promise<void> {
  await content(page).evaluate((field, text) => void field.setAttribute('data-mark', text), NOT_AGAIN)
}

async function expectSavedForm(page: Page): Promise<void> {
  await expect(isSaved(page)).toBeVisible()
  await expect(page).toHaveURL(/\/note-editor\/[^/]+\/?$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Editar Nota')
  await expect(page).toHaveTitle('Editar Nota · Notas')
  await expect(content(page)).toHaveAttribute('data-mark', NOT_AGAIN)
}

test('offline the form says that the note waits, and becomes that of the note when the network is back', async ({
  page,
  context,
  faultyProxy: proxy,
  host,
  user,
}) => {
  await open(page, '/create-note')
  await write(page, { title: 'Compra' })
  await content(page).click()
  await page.keyboard.type('Pan')
  await expectDrafts(page, ['Pan'])
  await mark(page)
  const entries = await page.evaluate(() => history.length)
  await context.setOffline(true)
  await saveAndExpectFailure(page)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectScreen(page, '/create-note')
  await expect(waits(page)).toBeVisible()
  await content(page).focus()
  await content(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(1, 2))

  await context.setOffline(false)
  await expectSavedForm(page)
  await expect(waits(page)).toBeHidden()
  await expect(content(page)).toBeFocused()
  expect(
    await content(page).evaluate((field: HTMLTextAreaElement) => [field.selectionStart, field.selectionEnd]),
  ).toEqual([1, 2])
  expect(await page.evaluate(() => history.length)).toBe(entries)
  const [note] = await listNotes(host, user)
  expect(note).toMatchObject({ title: 'Compra', content: 'Pan' })
  expect(new URL(page.url()).pathname).toContain(`/note-editor/${note?._id}`)
  expect(proxy.calls.filter(isWrite)).toHaveLength(1)

  await page.keyboard.press('End')
  await page.keyboard.press('Control+z')
  await expect(content(page)).not.toHaveValue('Pan')
  await page.keyboard.press('Control+y')
  await expect(content(page)).toHaveValue('Pan')
  await page.getByRole('link', { name: 'Volver' }).click()
  await expectCards(page, ['Compra'])
  await expectDrafts(page, [])
})

test('a note that is edited offline is saved when the network is back, and the form stays', async ({
  page,
  context,
  faultyProxy: proxy,
  host,
  user,
}) => {
  const id = await user.addNote('Plantas', 'Riego')
  await open(page, `/note-editor/${id}`)
  await write(page, { content: 'Riego los martes.' })
  await expectDrafts(page, ['Riego los martes.'])
  await mark(page)
  await context.setOffline(true)
  await saveAndExpectFailure(page)
  await expect(waits(page)).toBeVisible()
  await context.setOffline(false)
  await expectSavedForm(page)
  expect(await listNotes(host, user)).toEqual([{ _id: id, title: 'Plantas', content: 'Riego los martes.' }])
  expect(proxy.calls.filter(isWrite)).toHaveLength(1)

  await write(page, { content: 'Riego los martes y los viernes.' })
  await save(page)
  await expectCards(page, ['Plantas'])
  await expect(card(page, 'Plantas')).toContainText('y los viernes')
  await expectDrafts(page, [])
})

for (const failure of ['refuse', 'respond 502', 503, 504] as const)
  test(`a save that ends with '${failure}' shows nothing, and is sent when the page is shown again`, async ({
    page,
    faultyProxy: proxy,
    storedTitles,
  }) => {
    proxy.fault = (call) => {
      if (!isWrite(call)) return undefined
      return typeof failure === 'number' ? { status: failure } : failure
    }
    await saveWithoutAnswer(page, { title: 'Compra', content: 'Pan' })
    await mark(page)
    await expectScreen(page, '/create-note')
    await expect(page.getByText('No hay conexión')).toBeHidden()
    await expect(page.getByText('Error al guardar la nota')).toBeHidden()
    await expect(page.getByRole('status').filter({ hasText: /./ })).toHaveCount(0)
    await expectNoWriteUnderWay(page)
    proxy.fault = () => undefined
    await showPageAgain(page)
    await expectSavedForm(page)
    expect(await storedTitles()).toEqual(['Compra'])
  })

test('a save that ends at its limit of 30 seconds waits', async ({
  page,
  faultyProxy: proxy,
  storedTitles,
}) => {
  await page.clock.install()
  await open(page, '/create-note')
  await write(page, { title: 'Compra', content: 'Pan' })
  await mark(page)
  proxy.fault = (call) => {
    if (!isWrite(call)) return undefined
    return proxy.calls.filter(isCreate).length === 1 ? new Promise(() => {}) : 'refuse'
  }
  const logged = page.waitForEvent('console', (message) =>
    message.text().includes('Error al guardar la nota'),
  )
  await save(page)
  await expectCalls(proxy, isCreate, 1)
  await page.clock.fastForward(30_000)
  await logged
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('No hay conexión')).toBeHidden()
  proxy.fault = () => undefined
  await expectNoWriteUnderWay(page)
  await showPageAgain(page)
  await expectSavedForm(page)
  expect(await storedTitles()).toEqual(['Compra'])
})

test('the list counts what waits with a link for each, and shows no card of it', async ({
  page,
  faultyProxy: proxy,
  user,
}) => {
  await user.addNote('Frase')
  proxy.fault = refuseWrites
  await saveWithoutAnswer(page, { title: 'Compra', content: 'Pan' })
  await leaveWaiting(page)
  await expect(openWaiting(page)).toHaveCount(1)
  await expectCards(page, ['Frase'])
  await expect(unsaved(page)).toBeHidden()

  await page.getByRole('link', { name: 'Crear nota' }).click()
  await expect(page.getByRole('button', { name: 'Guardar' })).toBeEnabled()
  await write(page, { title: 'Regalos', content: 'Acuarelas' })
  await saveAndExpectFailure(page)
  await leaveForm(page)
  await expect(toSave(page)).toHaveText('Hay 2 notas por guardar.')
  await expect(openWaiting(page)).toHaveCount(2)
  await expectCards(page, ['Frase'])
  await expect(unsaved(page)).toBeHidden()

  proxy.fault = () => undefined
  await showPageAgain(page)
  await expect(toSave(page)).toBeHidden()
  await expect(unsaved(page)).toBeHidden()
  await expectCards(page, ['Regalos', 'Compra', 'Frase'])
  await page.reload()
  await expectCards(page, ['Regalos', 'Compra', 'Frase'])
  await expect(toSave(page)).toBeHidden()
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('what waits in a cached list without a network is counted there too', async ({
    page,
    context,
    storedTitles,
  }) => {
    await open(page, '/notas')
    await expect(page.getByText('Create your note!')).toBeVisible()
    await installServiceWorker(page)
    await page.getByRole('link', { name: 'Crear nota' }).click()
    await write(page, { title: 'Compra', content: 'Pan' })
    await expectDrafts(page, ['Pan'])
    await context.setOffline(true)
    await saveAndExpectFailure(page)
    await leaveWaiting(page)
    await context.setOffline(false)
    await expect(toSave(page)).toBeHidden()
    expect(await storedTitles()).toEqual(['Compra'])
  })
})

test('several are sent oldest first, one after another', async ({
  page,
  faultyProxy: proxy,
  user,
  storedTitles,
}) => {
  const id = await user.addNote('Frase')
  proxy.fault = refuseWrites
  await saveWithoutAnswer(page, { title: 'Uno' })
  await open(page, `/note-editor/${id}`)
  await write(page, { title: 'Frase hecha' })
  await saveAndExpectFailure(page)
  await saveWithoutAnswer(page, { title: 'Tres' })
  await leaveForm(page)
  await expect(toSave(page)).toHaveText('Hay 3 notas por guardar.')
  await expectNoWriteUnderWay(page)

  proxy.calls.length = 0
  const stored: string[][] = []
  proxy.fault = async (call) => {
    if (isWrite(call)) stored.push(await storedTitles())
    return undefined
  }
  await showPageAgain(page)
  await expect(toSave(page)).toBeHidden()
  expect(stored).toEqual([['Frase'], ['Uno', 'Frase'], ['Frase hecha', 'Uno']])
  expect(proxy.calls.filter(isWrite).map(({ method, body }) => [method, JSON.parse(body).title])).toEqual([
    ['POST', 'Uno'],
    ['PUT', 'Frase hecha'],
    ['POST', 'Tres'],
  ])
})

test('what waits is sent at the next opening of the app, on every screen', async ({
  page,
  context,
  faultyProxy: proxy,
  storedTitles,
}) => {
  for (const [number, path] of ['/notas', '/create-note', '/cuenta'].entries()) {
    const title = `Compra ${number}`
    proxy.fault = refuseWrites
    const tab = await context.newPage()
    await saveWithoutAnswer(tab, { title, content: 'Pan' })
    await tab.close()
    proxy.fault = () => undefined
    const next = await openTab(context, path)
    await expect.poll(async () => (await storedTitles())[0]).toBe(title)
    await expect(newDraftBanner(next)).toBeHidden()
    await next.close()
  }
  await open(page, '/notas')
  await expectCards(page, ['Compra 2', 'Compra 1', 'Compra 0'])
  await expect(toSave(page)).toBeHidden()
  await expect(unsaved(page)).toBeHidden()
})

test('while the page is shown it is sent after 5, 10, 20, 40, and then every 60 seconds', async ({
  page,
  faultyProxy: proxy,
  storedTitles,
}) => {
  const attempts: number[] = []
  await page.clock.install()
  // The host's features are known by then: an attempt is one create.
  await open(page, '/notas')
  await expect(page.getByText('Create your note!')).toBeVisible()
  await page.getByRole('link', { name: 'Crear nota' }).click()
  await write(page, { title: 'Compra', content: 'Pan' })
  await expectDrafts(page, ['Pan'])
  await stopClock(page)
  let isDown = true
  proxy.fault = (call) => (isDown && call.path.startsWith('/api/notes') ? 'refuse' : undefined)
  const start = await page.evaluate(() => Date.now())
  await saveAndExpectFailure(page)
  for (let elapsed = 0; attempts.length < 6 && elapsed < 300; ) {
    await expectNoWriteUnderWay(page)
    const before = proxy.calls.length
    await page.clock.runFor(1_000)
    await expectNoWriteUnderWay(page)
    elapsed = Math.round(((await page.evaluate(() => Date.now())) - start) / 1_000)
    // An attempt may be several calls.
    if (proxy.calls.length > before && elapsed > (attempts.at(-1) ?? 0) + 2) attempts.push(elapsed)
  }
  // An attempt is seen a second or two later at most.
  const gaps = attempts.map((time, at) => time - (attempts[at - 1] ?? 0))
  for (const [at, delay] of [5, 10, 20, 40, 60, 60].entries()) {
    expect(gaps[at], `attempt ${at}`).toBeGreaterThanOrEqual(delay - 1)
    expect(gaps[at], `attempt ${at}`).toBeLessThanOrEqual(delay + 2)
  }
  isDown = false
  await passTimeUntil(page, async () => (await storedTitles()).length > 0, 62)
  await expect(isSaved(page)).toBeVisible()
  expect(await storedTitles()).toEqual(['Compra'])
})

test('a page that is not shown does not send by the clock', async ({ page, faultyProxy: proxy }) => {
  await page.clock.install()
  await open(page, '/create-note')
  await write(page, { title: 'Compra', content: 'Pan' })
  await expectDrafts(page, ['Pan'])
  await stopClock(page)
  proxy.fault = refuseWrites
  await saveAndExpectFailure(page)
  await expectNoWriteUnderWay(page)
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expectNoWriteUnderWay(page)
  proxy.calls.length = 0
  await page.clock.runFor(300_000)
  await expectNoWriteUnderWay(page)
  proxy.fault = () => undefined
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
    Object.defineProperty(document, 'hidden', { value: false, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(isSaved(page)).toBeVisible()
  expect(proxy.calls.filter(isCreate)).toHaveLength(1)
})

test('while nothing waits no call is made, whatever happens', async ({
  page,
  context,
  faultyProxy: proxy,
}) => {
  await page.clock.install()
  await open(page, '/notas')
  await createNote(page, 'Compra')
  await expectCards(page, ['Compra'])
  // The list that loads at the opening has come: a clock that stands still would hold it back.
  await expectCachedList(page, ['Compra'])
  await stopClock(page)
  proxy.calls.length = 0
  await showPageAgain(page)
  await context.setOffline(true)
  await context.setOffline(false)
  await page.clock.runFor(300_000)
  await showPageAgain(page)
  await expectNoWriteUnderWay(page)
  // A list that opens again loads at the next frame.
  await page.clock.resume()
  await page.getByRole('link', { name: 'Crear nota' }).click()
  await page.getByRole('link', { name: 'Volver' }).click()
  await expectCards(page, ['Compra'])
  await expectCalls(proxy, () => true, 1)
  expect(proxy.calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/notes'])
})

test('two tabs send what waits once', async ({ page, context, faultyProxy: proxy, storedTitles }) => {
  proxy.fault = refuseWrites
  await saveWithoutAnswer(page, { title: 'Compra', content: 'Pan' })
  const other = await openTab(context, '/notas')
  await expect(toSave(other)).toBeVisible()
  for (const tab of [page, other]) await expectNoWriteUnderWay(tab)
  proxy.calls.length = 0
  const { until, release } = held()
  proxy.fault = (call) => (isWrite(call) ? { respondAfter: until } : undefined)
  await Promise.all([showPageAgain(page), showPageAgain(other)])
  await expectCalls(proxy, isCreate, 1)
  await showPageAgain(other)
  release()
  await expect(isSaved(page)).toBeVisible()
  await expect(toSave(other)).toBeHidden()
  await expectNoWriteUnderWay(other)
  expect(proxy.calls.filter(isCreate)).toHaveLength(1)
  expect(await storedTitles()).toEqual(['Compra'])
})

for (const status of [400, 401, 413, 429, 500, 507])
  test(`a save that ends with ${status} shows nothing and does not wait: the draft stays`, async ({
    page,
    context,
    faultyProxy: proxy,
  }) => {
    await page.clock.install()
    proxy.fault = (call) => (isWrite(call) ? { status } : undefined)
    await saveWithoutAnswer(page, { title: 'Compra', content: 'Pan' })
    await expectScreen(page, '/create-note')
    await expect(page.getByText('No hay conexión')).toBeHidden()
    await expect(page.getByText('Error al guardar la nota')).toBeHidden()
    await expectTexts(page, ['Pan'])
    await expectNoWriteUnderWay(page)
    proxy.calls.length = 0
    await context.setOffline(true)
    await expect(waits(page)).toBeHidden()
    await context.setOffline(false)
    await showPageAgain(page)
    await page.clock.fastForward(70_000)
    await expectNoWriteUnderWay(page)
    await leaveForm(page)
    await expect(unsaved(page)).toBeVisible()
    await expect(toSave(page)).toBeHidden()
    await expectNoWriteUnderWay(page)
    expect(proxy.calls.filter(isWrite)).toEqual([])
    await expectTexts(page, ['Pan'])
  })

for (const isBare of [true, false])
  test.describe(isBare ? 'on a host of seven calls' : 'on our host', () => {
    test.use({ isBare })

    test('a note that waits is looked up before it is sent, and is there once', async ({
      page,
      faultyProxy: proxy,
      storedTitles,
    }) => {
      for (const [fault, title] of [
        ['lose the response', 'Llegada'],
        ['refuse', 'Perdida'],
      ] as const) {
        proxy.fault = (call) => {
          if (isWrite(call)) return fault
          return call.path === '/api/notes' ? 'refuse' : undefined
        }
        await saveWithoutAnswer(page, { title })
        proxy.fault = () => undefined
        await open(page, '/notas')
        await expect(card(page, title)).toHaveCount(1)
        await expect(toSave(page)).toBeHidden()
        await expectNoWriteUnderWay(page)
      }
      expect(await storedTitles()).toEqual(['Perdida', 'Llegada'])
    })

    test('an edit that waits is sent when the app opens next', async ({
      page,
      faultyProxy: proxy,
      host,
      user,
    }) => {
      const id = await user.addNote('Plantas', 'Riego')
      await open(page, `/note-editor/${id}`)
      await write(page, { content: 'Riego los martes.' })
      proxy.fault = refuseWrites
      await saveAndExpectFailure(page)
      proxy.fault = () => undefined
      await open(page, '/notas')
      await expect
        .poll(() => listNotes(host, user))
        .toEqual([{ _id: id, title: 'Plantas', content: 'Riego los martes.' }])
      await expect(toSave(page)).toBeHidden()
      await expect(unsaved(page)).toBeHidden()
      await page.reload()
      await expect(card(page, 'Plantas')).toContainText('Riego los martes.')
    })
  })
