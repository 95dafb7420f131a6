import type { Page } from '@playwright/test'
import {
  card,
  editLink,
  expectCards,
  expectFields,
  expectScreen,
  open,
  openList,
  reloadList,
  returnToList,
  saveAndExpectFailure,
  saveToList,
  signIn,
  write,
} from '../../support/actions'
import { expectCachedList, POLLING } from '../../support/browser-storage'
import { content, draftBanner, expectDrafts, newDraftBanner, recover, writeDraft } from '../../support/drafts'
import type { FaultyProxy } from '../../support/servers/faulty-proxy'
import {
  createNote,
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
  openTab,
  openWaiting,
  type ProxiedCall,
  reconnect,
  refuseWrites,
  saveNewWithoutAnswer,
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

test('offline the form says that a note waits, and becomes that of the note when the network is back', async ({
  page,
  context,
  faultyProxy: proxy,
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
  await returnToList(page, ['Compra'])
  await expectDrafts(page, [])
})

test('a save that fails shows nothing: without an answer it is sent when the page is shown again, and refused it stays a draft', async ({
  page,
  faultyProxy: proxy,
  storedTitles,
}) => {
  await open(page, '/notas')
  // Two texts: a draft whose text the list has counts as saved.
  for (const [fault, text] of [
    ['refuse', 'Pan'],
    [{ status: 413 }, 'Vino'],
  ] as const) {
    proxy.fault = (call) => (isWrite(call) ? fault : undefined)
    await saveNewWithoutAnswer(page, { title: 'Compra', content: text })
    await mark(page)
    await expectScreen(page, '/create-note')
    await expectFields(page, { title: 'Compra', content: text })
    await expect(page.getByText(/No hay conexión|Error al guardar la nota/)).toBeHidden()
    await expect(page.getByRole('status').filter({ hasText: /./ })).toHaveCount(0)
    await expectTexts(page, [text])
    if (fault === 'refuse') {
      await reconnect(proxy, page)
      await expectSavedForm(page, 'Compra')
    } else await expectNothingSentAgain(page, proxy)
    await leaveForm(page)
  }
  await expect(unsaved(page)).toBeVisible()
  await expect(toSave(page)).toBeHidden()
  expect(await storedTitles()).toEqual(['Compra'])
})

async function expectNothingSentAgain(page: Page, proxy: FaultyProxy): Promise<void> {
  proxy.calls.length = 0
  await reconnect(proxy, page)
  await expectNoWriteUnderWay(page)
  expect(proxy.calls.filter(isWrite)).toEqual([])
}

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
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeFocused()
  await openWaiting(page).first().focus()

  proxy.calls.length = 0
  const stored: string[][] = []
  proxy.fault = async (call) => {
    if (isWrite(call)) stored.push(await storedTitles())
    return undefined
  }
  await showPageAgain(page)
  await expectNothingToSave(page)
  await expect(heading).toBeFocused()
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

test('what waits survives a killed browser, and is sent at the next opening', async ({
  profile,
  faultyProxy: proxy,
  user,
  storedTitles,
}) => {
  proxy.fault = refuseWrites
  const page = await (await profile.start()).newPage()
  await signIn(page, user)
  await saveWithoutAnswer(page, { title: 'Compra', content: 'Pan' })
  await profile.kill()

  proxy.fault = () => undefined
  const next = await (await profile.start()).newPage()
  // A killed browser may have lost its localStorage.
  await signIn(next, user)
  await expect.poll(() => storedTitles()).toEqual(['Compra'])
  await openList(next, ['Compra'])
  await expectNothingToSave(next)
  await expectDrafts(next, [])
})

test('what is typed after Guardar is a draft of the version that is saved meanwhile', async ({
  page,
  faultyProxy: proxy,
  user,
}) => {
  proxy.fault = refuseWrites
  await saveWithoutAnswer(page, { title: 'Compra', content: 'Pan' })
  await write(page, { content: 'Pan y vino' })
  await expectTexts(page, ['Pan', 'Pan y vino'])
  await expectNoWriteUnderWay(page)
  await reconnect(proxy, page)

  await expect(page).toHaveURL(/\/note-editor\/[^/]+\/?$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Editar Nota')
  await expect(content(page)).toHaveValue('Pan y vino')
  const [note] = await user.listNotes()
  expect(note).toMatchObject({ title: 'Compra', content: 'Pan' })
  await page.reload()
  await expect(content(page)).toHaveValue('Pan')
  await expect(draftBanner(page)).toBeVisible()
  await recover(page, 'Pan y vino')
  await saveToList(page, ['Compra'])
  expect(await user.listNotes()).toEqual([{ _id: String(note?._id), title: 'Compra', content: 'Pan y vino' }])
  expect(proxy.calls.filter(isCreate)).toHaveLength(2)
  await expectDrafts(page, [])
})

test('the form offers the text that waits: Descartar removes it, and Recuperar, a change and Guardar make one note', async ({
  page,
  faultyProxy: proxy,
  user,
  storedTitles,
}) => {
  await open(page, '/notas')

  await test.step('Descartar', async () => {
    proxy.fault = refuseWrites
    await saveNewWithoutAnswer(page, { title: 'Regalos', content: 'Pan' })
    await leaveForm(page)
    await openWaiting(page).click()
    await expectScreen(page, '/create-note')
    await expectNoWriteUnderWay(page)
    await page.getByRole('button', { name: 'Descartar' }).click()
    await expect(newDraftBanner(page)).toBeHidden()
    await expectDrafts(page, [])
    await reconnect(proxy, page)
    await page.getByRole('link', { name: 'Volver' }).click()
    await createNote(page, 'Otra')
    await expectNoWriteUnderWay(page)
    expect(await storedTitles()).toEqual(['Otra'])
  })

  await test.step('Recuperar', async () => {
    proxy.fault = refuseWrites
    await saveNewWithoutAnswer(page, { title: 'Regalos', content: 'Pan' })
    await leaveForm(page)
    await openWaiting(page).click()
    await recover(page, 'Pan')
    await write(page, { content: 'Pan y vino' })
    await expectNoWriteUnderWay(page)
    proxy.fault = () => undefined
    await saveToList(page, ['Regalos', 'Otra'])
    await expectNothingToSave(page)
    await expectNoWriteUnderWay(page)
    expect((await user.listNotes()).map(({ content }) => content)).toEqual(['Pan y vino', ''])
  })
})

test('Guardar of a note that another device has deleted keeps its text', async ({ page, user }) => {
  const id = await user.addNote('Plantas', 'Riego')
  await open(page, `/note-editor/${id}`)
  await expect(content(page)).toHaveValue('Riego')
  await user.call('DELETE', `/api/notes/${id}`)
  await saveAndExpectFailure(page)
  await expectDrafts(page, ['Riego'])
  await open(page, '/notas')
  await page.getByRole('link', { name: /^Abrir borrador/ }).click()
  await recover(page, 'Riego')
})
