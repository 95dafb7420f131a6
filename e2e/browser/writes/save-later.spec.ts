import type { Page } from '@playwright/test'
import {
  card,
  edit,
  editLink,
  expectCards,
  expectFields,
  expectScreen,
  nextLog,
  open,
  reloadList,
  returnToList,
  save,
  saveAndExpectFailure,
  saveToList,
  write,
  writeNew,
} from '../../support/actions'
import { expectCachedList, POLLING } from '../../support/browser-storage'
import { content, expectDrafts, newDraftBanner, writeDraft } from '../../support/drafts'
import {
  expect,
  expectCalls,
  expectNothingToSave,
  expectNoWriteUnderWay,
  expectTexts,
  failToSave,
  isCreate,
  isSaved,
  isWrite,
  leaveForm,
  onBothHosts,
  openTab,
  openWaiting,
  type ProxiedCall,
  reconnect,
  refuseWrites,
  saveNewWithoutAnswer,
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

/** Shows or hides the page, as far as it can know. */
async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    Object.defineProperty(document, 'hidden', { value: value === 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

async function expectSavedForm(page: Page, title: string): Promise<void> {
  await expect(isSaved(page)).toBeVisible()
  await expect(page).toHaveURL(/\/note-editor\/[^/]+\/?$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Editar Nota')
  await expect(page).toHaveTitle(`${title} · Notas`)
  await expect(content(page)).toHaveAttribute('data-mark', NOT_AGAIN)
}

test('offline the form says that a note or an edit waits, and becomes that of the note when the network is back', async ({
  page,
  context,
  faultyProxy: proxy,
  user,
}) => {
  const id = await user.addNote('Plantas', 'Riego')
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
  await expectSavedForm(page, 'Compra')
  await expect(waits(page)).toBeHidden()
  await expect(content(page)).toBeFocused()
  expect(
    await content(page).evaluate((field: HTMLTextAreaElement) => [field.selectionStart, field.selectionEnd]),
  ).toEqual([1, 2])
  expect(await page.evaluate(() => history.length)).toBe(entries)
  const [note] = await user.listNotes()
  expect(note).toMatchObject({ title: 'Compra', content: 'Pan' })
  expect(new URL(page.url()).pathname).toContain(`/note-editor/${note?._id}`)
  expect(proxy.calls.filter(isWrite)).toHaveLength(1)

  await page.keyboard.press('End')
  await page.keyboard.press('Control+z')
  await expect(content(page)).not.toHaveValue('Pan')
  await page.keyboard.press('Control+y')
  await expect(content(page)).toHaveValue('Pan')
  await returnToList(page, ['Compra', 'Plantas'])
  await expectDrafts(page, [])

  await edit(page, 'Plantas', { content: 'Riego los martes.' })
  await expectDrafts(page, ['Riego los martes.'])
  await mark(page)
  await context.setOffline(true)
  await saveAndExpectFailure(page)
  await expect(waits(page)).toBeVisible()
  await context.setOffline(false)
  await expectSavedForm(page, 'Plantas')
  const [edited, ...others] = await user.listNotes()
  expect(edited).toEqual({ _id: id, title: 'Plantas', content: 'Riego los martes.' })
  expect(others).toHaveLength(1)
  expect(proxy.calls.filter(isWrite)).toHaveLength(2)

  await write(page, { content: 'Riego los martes y los viernes.' })
  await saveToList(page, ['Plantas', 'Compra'])
  await expect(card(page, 'Plantas')).toContainText('y los viernes')
  await expectDrafts(page, [])
})

test('a save that ends with a broken connection, 502, 503, 504 or its limit of 30 seconds shows nothing, and is sent when the page is shown again', async ({
  page,
  faultyProxy: proxy,
  storedTitles,
}) => {
  await page.clock.install()
  await open(page, '/notas')
  const ends = [
    'refuse',
    'respond 502',
    { status: 503 },
    { status: 504 },
    new Promise<undefined>(() => {}),
  ] as const
  for (const [at, end] of ends.entries()) {
    const title = `Compra ${at}`
    await writeNew(page, { title, content: 'Pan' })
    await mark(page)
    proxy.calls.length = 0
    proxy.fault = (call) => {
      if (!isWrite(call)) return undefined
      return proxy.calls.filter(isCreate).length === 1 ? end : 'refuse'
    }
    const logged = nextLog(page, 'Error al guardar la nota')
    await save(page)
    await expectCalls(proxy, isCreate, 1)
    if (end instanceof Promise) await page.clock.fastForward(30_000)
    await logged
    await expect(page.getByRole('dialog')).toBeHidden()
    await expectScreen(page, '/create-note')
    await expectFields(page, { title, content: 'Pan' })
    await expect(page.getByText('No hay conexión')).toBeHidden()
    await expect(page.getByText('Error al guardar la nota')).toBeHidden()
    await expect(page.getByRole('status').filter({ hasText: /./ })).toHaveCount(0)
    await expectNoWriteUnderWay(page)
    await reconnect(proxy, page)
    await expectSavedForm(page, title)
    expect((await storedTitles())[0]).toBe(title)
    await page.getByRole('link', { name: 'Volver' }).click()
  }
  expect(await storedTitles()).toHaveLength(ends.length)
})

test('the list counts what waits with a link for each, shows no card of it, and sends it oldest first, one after another', async ({
  page,
  faultyProxy: proxy,
  user,
  storedTitles,
}) => {
  await user.addNote('Frase')
  proxy.fault = refuseWrites
  await open(page, '/notas')
  for (const [at, title] of ['Uno', 'Frase hecha', 'Tres'].entries()) {
    if (at === 1) await editLink(page, 'Frase').click()
    else await page.getByRole('link', { name: 'Crear nota' }).click()
    await expect(page.getByRole('button', { name: 'Guardar' })).toBeEnabled()
    await failToSave(page, { title })
    await leaveForm(page)
    await expect(toSave(page)).toHaveText(
      at === 0 ? 'Hay 1 nota por guardar.' : `Hay ${at + 1} notas por guardar.`,
    )
    await expect(openWaiting(page)).toHaveCount(at + 1)
    await expectCards(page, ['Frase'])
    await expect(unsaved(page)).toBeHidden()
  }
  await expectNoWriteUnderWay(page)

  proxy.calls.length = 0
  const stored: string[][] = []
  proxy.fault = async (call) => {
    if (isWrite(call)) stored.push(await storedTitles())
    return undefined
  }
  await showPageAgain(page)
  await expectNothingToSave(page)
  await expectCards(page, ['Tres', 'Frase hecha', 'Uno'])
  expect(stored).toEqual([['Frase'], ['Uno', 'Frase'], ['Frase hecha', 'Uno']])
  expect(proxy.calls.filter(isWrite).map(({ method, body }) => [method, JSON.parse(body).title])).toEqual([
    ['POST', 'Uno'],
    ['PUT', 'Frase hecha'],
    ['POST', 'Tres'],
  ])
  await reloadList(page, ['Tres', 'Frase hecha', 'Uno'])
  await expect(toSave(page)).toBeHidden()
})

test('what waits is sent at the next opening of the app, on every screen, and by two tabs once', async ({
  page,
  context,
  faultyProxy: proxy,
  storedTitles,
}) => {
  await open(page, '/notas')
  let tab = page
  for (const [number, path] of ['/create-note', '/cuenta', '/notas'].entries()) {
    const title = `Compra ${number}`
    proxy.fault = refuseWrites
    if (path === '/cuenta') await leaveForm(tab)
    if (path === '/notas') await tab.getByRole('link', { name: 'Volver' }).click()
    await saveNewWithoutAnswer(tab, { title, content: 'Pan' })
    await tab.close()
    proxy.fault = () => undefined
    tab = await openTab(context, path)
    await expect.poll(async () => (await storedTitles())[0], POLLING).toBe(title)
    await expect(newDraftBanner(tab)).toBeHidden()
  }
  await expectCards(tab, ['Compra 2', 'Compra 1', 'Compra 0'])
  await expectNothingToSave(tab)

  await test.step('two tabs send what waits once', async () => {
    proxy.fault = refuseWrites
    await saveNewWithoutAnswer(tab, { title: 'Compra 3', content: 'Pan' })
    const other = await openTab(context, '/notas')
    await expect(toSave(other)).toBeVisible()
    for (const one of [tab, other]) await expectNoWriteUnderWay(one)
    proxy.calls.length = 0
    const release = proxy.holdAnswers(isWrite)
    await Promise.all([showPageAgain(tab), showPageAgain(other)])
    await expectCalls(proxy, isCreate, 1)
    await showPageAgain(other)
    release()
    await expect(isSaved(tab)).toBeVisible()
    await expect(toSave(other)).toBeHidden()
    await expectNoWriteUnderWay(other)
    expect(proxy.calls.filter(isCreate)).toHaveLength(1)
    expect(await storedTitles()).toEqual(['Compra 3', 'Compra 2', 'Compra 1', 'Compra 0'])
  })
})

test('what waits is sent after 5, 10, 20, 40, and then every 60 seconds while the page is shown; while nothing waits no call is made', async ({
  page,
  context,
  faultyProxy: proxy,
  storedTitles,
}) => {
  const isOnNotes = ({ path }: ProxiedCall) => path.startsWith('/api/notes')
  await page.clock.install()
  // The host's features are known by then: an attempt is one create.
  await open(page, '/notas')
  await expect(page.getByText('Create your note!')).toBeVisible()
  await page.getByRole('link', { name: 'Crear nota' }).click()
  await writeDraft(page, { title: 'Compra', content: 'Pan' })
  await stopClock(page)
  proxy.fault = (call) => (isOnNotes(call) ? 'refuse' : undefined)
  await saveAndExpectFailure(page)
  for (const delay of [5, 10, 20, 40, 60, 60]) {
    await expectNoWriteUnderWay(page)
    proxy.calls.length = 0
    await page.clock.runFor((delay - 1) * 1_000)
    await expectNoWriteUnderWay(page)
    expect(proxy.calls, `before ${delay} seconds`).toEqual([])
    await page.clock.runFor(1_000)
    await expect
      .poll(() => proxy.calls.length, { ...POLLING, message: `after ${delay} seconds` })
      .toBeGreaterThan(0)
  }
  await expectNoWriteUnderWay(page)
  proxy.fault = () => undefined
  await page.clock.runFor(60_000)
  await expect(isSaved(page)).toBeVisible()
  expect(await storedTitles()).toEqual(['Compra'])

  await test.step('a page that is not shown does not send by the clock', async () => {
    await write(page, { content: 'Pan y vino' })
    proxy.fault = refuseWrites
    await saveAndExpectFailure(page)
    await expectNoWriteUnderWay(page)
    await setVisibility(page, 'hidden')
    await expectNoWriteUnderWay(page)
    proxy.calls.length = 0
    await page.clock.runFor(300_000)
    await expectNoWriteUnderWay(page)
    proxy.fault = () => undefined
    expect(proxy.calls).toEqual([])
    await setVisibility(page, 'visible')
    await expectCalls(proxy, isWrite, 1)
    await expectNoWriteUnderWay(page)
    await expect(isSaved(page)).toBeVisible()
    expect(proxy.calls.filter(isWrite)).toHaveLength(1)
  })

  await test.step('while nothing waits no call is made, whatever happens', async () => {
    await page.clock.resume()
    await page.getByRole('link', { name: 'Volver' }).click()
    await expect(card(page, 'Compra')).toContainText('Pan y vino')
    // The list has come: a clock that stands still would hold it back.
    await expectCachedList(page, ['Compra'])
    await expectNoWriteUnderWay(page)
    await stopClock(page)
    proxy.calls.length = 0
    await showPageAgain(page)
    await page.evaluate(() => void dispatchEvent(new Event('focus')))
    await context.setOffline(true)
    await context.setOffline(false)
    await page.clock.runFor('01:00:00')
    await showPageAgain(page)
    await expectNoWriteUnderWay(page)
    // A list that opens again loads at the next frame.
    await page.clock.resume()
    await page.getByRole('link', { name: 'Crear nota' }).click()
    await returnToList(page, ['Compra'])
    await expectCalls(proxy, () => true, 1)
    expect(proxy.calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/notes'])
  })
})

test('a save that ends with 400, 413, 429, 500, 507 or 401 shows nothing and does not wait: the draft stays', async ({
  page,
  context,
  faultyProxy: proxy,
}) => {
  await page.clock.install()
  await open(page, '/notas')
  for (const status of [400, 413, 429, 500, 507, 401]) {
    proxy.fault = (call) => (isWrite(call) ? { status } : undefined)
    await page.getByRole('link', { name: 'Crear nota' }).click()
    if (status !== 400) await page.getByRole('button', { name: 'Descartar' }).click()
    await expectTexts(page, [])
    await failToSave(page, { title: 'Compra', content: 'Pan' })
    await expectScreen(page, '/create-note')
    await expectFields(page, { title: 'Compra', content: 'Pan' })
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
  }
})

onBothHosts(() => {
  test('a note that waits is looked up before it is sent and is there once, and an edit that waits is sent when the app opens next', async ({
    page,
    faultyProxy: proxy,
    user,
    storedTitles,
  }) => {
    const id = await user.addNote('Plantas', 'Riego')
    await open(page, '/notas')
    for (const [fault, title] of [
      ['lose the response', 'Llegada'],
      ['refuse', 'Perdida'],
    ] as const) {
      proxy.fault = (call) => {
        if (isWrite(call)) return fault
        return call.path === '/api/notes' ? 'refuse' : undefined
      }
      await saveNewWithoutAnswer(page, { title })
      proxy.fault = () => undefined
      await open(page, '/notas')
      await expect(card(page, title)).toHaveCount(1)
      await expect(toSave(page)).toBeHidden()
      await expectNoWriteUnderWay(page)
    }
    expect(await storedTitles()).toEqual(['Perdida', 'Llegada', 'Plantas'])

    await edit(page, 'Plantas', { content: 'Riego los martes.' })
    proxy.fault = refuseWrites
    await saveAndExpectFailure(page)
    proxy.fault = () => undefined
    await open(page, '/notas')
    await expect
      .poll(async () => (await user.listNotes())[0], POLLING)
      .toEqual({ _id: id, title: 'Plantas', content: 'Riego los martes.' })
    await expectNothingToSave(page)
    await page.reload()
    await expect(card(page, 'Plantas')).toContainText('Riego los martes.')
  })
})
