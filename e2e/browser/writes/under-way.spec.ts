import { expectCards, expectScreen, open, save, saveAndExpectFailure, write } from '../../support/actions'
import { POLLING, readStore } from '../../support/browser-storage'
import { content, draftBanner, expectDrafts, newDraftBanner, recover } from '../../support/drafts'
import { createUser } from '../../support/fixtures'
import {
  expect,
  expectCalls,
  expectNothingToSave,
  expectNoWriteUnderWay,
  expectTexts,
  failToSave,
  isCreate,
  isList,
  isWrite,
  leaveWaiting,
  logInHere,
  onBothHosts,
  openTab,
  openWaiting,
  type ProxiedCall,
  reconnect,
  refuseWrites,
  saveNewWithoutAnswer,
  saveWithoutAnswer,
  showPageAgain,
  writeTest as test,
  toSave,
} from '../../support/write-fixtures'

const isUpdate = ({ method }: ProxiedCall) => method === 'PUT'

test.beforeEach(({ faultyProxy: proxy, expectConsole }) => {
  expectConsole(/No token found|The user has discarded it|The host tells no id/)
  proxy.fault = refuseWrites
})

test('a second text that the host refuses, sent by the next press or by itself once the first one is there, is a draft of that note', async ({
  page,
  faultyProxy: proxy,
  user,
}) => {
  await open(page, '/notas')
  for (const isPressed of [true, false]) {
    const title = isPressed ? 'Compra' : 'Regalos'
    const others = isPressed ? [] : ['Pan, vino y queso']
    const contents = async () => (await user.listNotes()).map((one) => one.content)
    proxy.fault = refuseWrites
    await saveNewWithoutAnswer(page, { title, content: 'Pan' })
    await write(page, { content: 'Pan y vino' })
    if (!isPressed) await saveAndExpectFailure(page)
    await expectNoWriteUnderWay(page)
    proxy.calls.length = 0
    proxy.fault = (call) => (isUpdate(call) ? { status: 413 } : undefined)
    if (isPressed) await saveAndExpectFailure(page)
    else await showPageAgain(page)
    await expectCalls(proxy, isUpdate, 1)
    await expectNoWriteUnderWay(page)
    expect(await contents()).toEqual(['Pan', ...others])
    const [note] = await user.listNotes()
    await expectScreen(page, `/note-editor/${note?._id}`)
    await expect(content(page)).toHaveValue('Pan y vino')
    if (!isPressed) {
      await open(page, `/note-editor/${note?._id}`)
      await expect(draftBanner(page)).toBeVisible()
      await recover(page, 'Pan y vino')
    }
    await showPageAgain(page)
    await expectNoWriteUnderWay(page)
    expect(proxy.calls.filter(isUpdate)).toHaveLength(1)
    proxy.fault = () => undefined
    await write(page, { content: 'Pan, vino y queso' })
    await save(page)
    await expect(page.getByRole('article').first()).toContainText(title)
    expect(await contents()).toEqual(['Pan, vino y queso', ...others])
    await expectDrafts(page, [])
  }
})

test('another user who signs in while a note that waits is looked up, refused, or before its later version is sent, gets nothing of it', async ({
  page,
  context,
  faultyProxy: proxy,
  host,
  user,
  storedTitles,
}) => {
  const next = await createUser(host)
  let tab = page
  await open(tab, '/notas')
  for (const [number, [isHeld, isRefused]] of (
    [
      [isList, false],
      [isList, true],
      [isCreate, false],
    ] as const
  ).entries()) {
    const title = `Secreto grande ${number}`
    proxy.fault = refuseWrites
    await saveNewWithoutAnswer(tab, { title: 'Secreto' })
    await failToSave(tab, { title })
    const token = await tab.evaluate(() => localStorage.getItem('token'))
    proxy.calls.length = 0
    const isOwn = (call: ProxiedCall) => call.token === token && isHeld(call)
    const release = isRefused ? proxy.hold(isOwn, 'refuse') : proxy.holdAnswers(isOwn)
    await showPageAgain(tab)
    await expectCalls(proxy, isHeld, 1)
    await logInHere(await openTab(context, '/'), next)
    release()
    await expectNoWriteUnderWay(tab)
    await showPageAgain(tab)
    await expectNoWriteUnderWay(tab)
    expect(proxy.calls.filter((call) => isWrite(call) && call.token !== token)).toEqual([])
    expect(proxy.calls.filter(isUpdate)).toEqual([])
    expect(await storedTitles(next)).toEqual([])

    tab = await openTab(context, '/')
    await logInHere(tab, user)
    await expect(toSave(tab)).toBeHidden()
    await expect.poll(async () => (await storedTitles())[0], POLLING).toBe(title)
    expect(await storedTitles()).toHaveLength(number + 1)
    expect(await storedTitles(next)).toEqual([])
  }
})

test('an edit that waits is not sent with the token of another user, even before the tab is told of the login', async ({
  page,
  faultyProxy: proxy,
  host,
  user,
}) => {
  const { token, email } = await createUser(host)
  const id = await user.addNote('Compra', 'Pan')
  await open(page, `/note-editor/${id}`)
  await write(page, { content: 'Pan y vino' })
  await saveAndExpectFailure(page)
  await expectNoWriteUnderWay(page)
  proxy.calls.length = 0
  const isRead = ({ method, path }: ProxiedCall) => method === 'GET' && path === `/api/notes/${id}`
  const release = proxy.holdAnswers(isRead)
  await showPageAgain(page)
  await expectCalls(proxy, isRead, 1)
  // No event tells a tab of what it stores itself.
  await page.evaluate((stored) => Object.assign(localStorage, stored), {
    user: JSON.stringify([token, email]),
    token,
  })
  release()
  await expectNoWriteUnderWay(page)
  expect(proxy.calls.filter(isWrite)).toEqual([])
})

test('Descartar of a text while it is looked up, created or refused ends it', async ({
  page,
  faultyProxy: proxy,
  storedTitles,
}) => {
  await open(page, '/notas')
  for (const [moment, isHeld, titles] of [
    ['is looked up', isList, []],
    ['is being refused', isCreate, []],
    ['is being created', isCreate, ['Compra']],
  ] as [string, typeof isList, string[]][])
    await test.step(moment, async () => {
      proxy.fault = refuseWrites
      await saveNewWithoutAnswer(page, { title: 'Compra', content: 'Pan' })
      await leaveWaiting(page)
      await openWaiting(page).click()
      await expect(newDraftBanner(page)).toBeVisible()
      await expectNoWriteUnderWay(page)
      proxy.calls.length = 0
      const isRefused = moment === 'is being refused'
      const release = isRefused ? proxy.hold(isHeld, { status: 413 }) : proxy.holdAnswers(isHeld)
      await showPageAgain(page)
      await expectCalls(proxy, isHeld, 1)
      await page.getByRole('button', { name: 'Descartar' }).click()
      await expectDrafts(page, [])
      release()
      await expectNoWriteUnderWay(page)
      await showPageAgain(page)
      await expectNoWriteUnderWay(page)
      expect(await storedTitles()).toEqual(titles)
      expect(proxy.calls.filter(isCreate)).toHaveLength(isHeld === isCreate ? 1 : 0)
      await open(page, '/notas')
      if (titles.length > 0) await expectCards(page, titles)
      await expectDrafts(page, [])
      await expectNothingToSave(page)
    })
})

for (const isNext of [false, true])
  test(`what is typed after ${isNext ? 'a second' : 'the first'} Guardar, in a tab that is closed, is a draft of the note, as it is by then`, async ({
    page,
    context,
    faultyProxy: proxy,
    user,
  }) => {
    const form = await context.newPage()
    await saveWithoutAnswer(form, { title: 'Compra', content: 'Pan' })
    if (isNext) {
      await write(form, { content: 'Pan y vino' })
      await saveAndExpectFailure(form)
    }
    await write(form, { content: 'Pan, vino y queso' })
    await expectTexts(form, [isNext ? 'Pan y vino' : 'Pan', 'Pan, vino y queso'])
    await expectNoWriteUnderWay(form)
    await form.close()
    await open(page, '/notas')
    await expect(toSave(page)).toBeVisible()
    await expectNoWriteUnderWay(page)
    // Stores a newer draft, as another tab would, just before each transaction of this page.
    await page.evaluate(() => {
      const { transaction } = IDBDatabase.prototype
      let typed = 0
      IDBDatabase.prototype.transaction = function (stores, mode, ...options) {
        if (mode === 'readwrite' && [stores].flat().includes('drafts')) {
          const drafts = transaction.call(this, 'drafts', 'readwrite').objectStore('drafts')
          const all = drafts.getAll()
          all.onsuccess = () => {
            for (const draft of all.result.filter(({ follows }) => follows)) {
              typed += 1
              document.title = `Queso ${typed}`
              const text = { ...draft.text, content: document.title }
              drafts.put({ ...draft, text, writtenAt: draft.writtenAt + 1 })
            }
          }
        }
        return transaction.call(this, stores, mode, ...options)
      }
    })
    await reconnect(proxy, page)
    await expect(toSave(page)).toBeHidden()
    await expectNoWriteUnderWay(page)
    const [note, ...others] = await user.listNotes()
    expect([note?.content, ...others]).toEqual([isNext ? 'Pan y vino' : 'Pan'])
    type Row = { noteId: string; text: { content: string }; write?: object }
    const drafts = async () =>
      (await readStore<Row>(page, 'drafts'))
        .filter((one) => !one.write)
        .map(({ noteId, text }) => [noteId, text.content])
    const typed = await page.title()
    expect(typed).toContain('Queso')
    await expect.poll(drafts, POLLING).toEqual([[note?._id, typed]])
    await open(page, `/note-editor/${note?._id}`)
    await recover(page, typed)
  })

onBothHosts(() => {
  test('a later version waits until a list tells the id of the note that was created without one, and keeps no other note from being sent', async ({
    page,
    faultyProxy: proxy,
    user,
    storedTitles,
  }) => {
    await saveWithoutAnswer(page, { title: 'Uno', content: 'Pan' })
    await failToSave(page, { content: 'Pan y vino' })
    let isDown = false
    let isListed = false
    proxy.calls.length = 0
    proxy.fault = (call) => {
      if (isDown && isWrite(call)) return 'refuse'
      if (isCreate(call) && call.body.includes('Uno')) return 'respond with nothing'
      return isList(call) && !isListed ? { status: 200, body: '[]' } : undefined
    }
    await showPageAgain(page)
    await expectCalls(proxy, isCreate, 1)
    for (let tries = 0; tries < 2; tries += 1) {
      await expectNoWriteUnderWay(page)
      await showPageAgain(page)
    }
    await expectNoWriteUnderWay(page)
    expect(proxy.calls.filter(isWrite)).toHaveLength(1)

    isDown = true
    await saveWithoutAnswer(page, { title: 'Dos' })
    isDown = false
    await showPageAgain(page)
    await expect.poll(() => storedTitles(), POLLING).toEqual(['Dos', 'Uno'])
    await expectNoWriteUnderWay(page)

    proxy.calls.length = 0
    isListed = true
    await showPageAgain(page)
    await expect
      .poll(async () => (await user.listNotes()).map((one) => one.content), POLLING)
      .toEqual(['Pan y vino', ''])
    expect(proxy.calls.filter(isWrite).map(({ method }) => method)).toEqual(['PUT'])
  })
})
