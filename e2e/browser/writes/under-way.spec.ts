import { expectCards, expectScreen, open, save, saveAndExpectFailure, write } from '../../support/actions'
import { listNotes } from '../../support/api-client'
import { POLLING, readStore } from '../../support/browser-storage'
import { content, draftBanner, expectDrafts, newDraftBanner, recover } from '../../support/drafts'
import { createUser } from '../../support/fixtures'
import {
  expect,
  expectCalls,
  expectNoWriteUnderWay,
  expectTexts,
  held,
  isCreate,
  isWrite,
  logInHere,
  openTab,
  type ProxiedCall,
  refuseWrites,
  saveWithoutAnswer,
  showPageAgain,
  writeTest as test,
  toSave,
  unsaved,
} from '../../support/write-fixtures'

const isUpdate = ({ method }: ProxiedCall) => method === 'PUT'

const isList = ({ method, path }: ProxiedCall) => method === 'GET' && path === '/api/notes'

test.beforeEach(({ faultyProxy: proxy, expectConsole }) => {
  expectConsole(/No token found|The user has discarded it|The host tells no id/)
  proxy.fault = refuseWrites
})

for (const [way, isPressed] of [
  ['the next press', true],
  ['itself', false],
] as const)
  test(`a second text that the host refuses, sent by ${way} once the first one is there, is a draft of that note`, async ({
    page,
    faultyProxy: proxy,
    host,
    user,
  }) => {
    await saveWithoutAnswer(page, { title: 'Compra', content: 'Pan' })
    await write(page, { content: 'Pan y vino' })
    if (!isPressed) await saveAndExpectFailure(page)
    await expectNoWriteUnderWay(page)
    proxy.fault = (call) => (isUpdate(call) ? { status: 413 } : undefined)
    if (isPressed) await saveAndExpectFailure(page)
    else await showPageAgain(page)
    await expectCalls(proxy, isUpdate, 1)
    await expectNoWriteUnderWay(page)
    const [note, ...others] = await listNotes(host, user)
    expect([note?.content, ...others]).toEqual(['Pan'])
    await expectScreen(page, `/note-editor/${note?._id}`)
    await expect(content(page)).toHaveValue('Pan y vino')
    if (!isPressed) {
      await open(page, `/note-editor/${note?._id}`)
      await expect(draftBanner(page)).toBeVisible()
      await recover(page)
      await expect(content(page)).toHaveValue('Pan y vino')
    }
    await showPageAgain(page)
    await expectNoWriteUnderWay(page)
    expect(proxy.calls.filter(isUpdate)).toHaveLength(1)
    proxy.fault = () => undefined
    await write(page, { content: 'Pan, vino y queso' })
    await save(page)
    await expectCards(page, ['Compra'])
    expect((await listNotes(host, user)).map((one) => one.content)).toEqual(['Pan, vino y queso'])
    await expectDrafts(page, [])
  })

for (const [moment, isHeld] of [
  ['while a note that waits is looked up', isList],
  ['before the later version of a note is sent', isCreate],
] as const)
  test(`another user who signs in ${moment} gets nothing of it`, async ({
    page,
    context,
    faultyProxy: proxy,
    host,
    user,
    storedTitles,
  }) => {
    const next = await createUser(host)
    await saveWithoutAnswer(page, { title: 'Secreto' })
    await write(page, { title: 'Secreto grande' })
    await saveAndExpectFailure(page)
    await expectNoWriteUnderWay(page)
    const { until, release } = held()
    proxy.calls.length = 0
    proxy.fault = (call) => (call.token === user.token && isHeld(call) ? { respondAfter: until } : undefined)
    await showPageAgain(page)
    await expectCalls(proxy, isHeld, 1)
    await logInHere(await openTab(context, '/'), next)
    release()
    await expectNoWriteUnderWay(page)
    expect(proxy.calls.filter((call) => isWrite(call) && call.token === next.token)).toEqual([])
    expect(proxy.calls.filter(isUpdate)).toEqual([])
    expect(await storedTitles(next)).toEqual([])

    const again = await openTab(context, '/')
    await logInHere(again, user)
    await expect(toSave(again)).toBeHidden()
    await expect.poll(() => storedTitles()).toEqual(['Secreto grande'])
    expect(await storedTitles(next)).toEqual([])
  })

for (const [moment, isHeld, titles] of [
  ['is looked up', isList, []],
  ['is being created', isCreate, ['Compra']],
  ['is being refused', isCreate, []],
] as [string, typeof isList, string[]][])
  test(`Descartar of a text while it ${moment} ends it`, async ({
    page,
    faultyProxy: proxy,
    storedTitles,
  }) => {
    await saveWithoutAnswer(page, { title: 'Compra', content: 'Pan' })
    await open(page, '/create-note')
    await expect(newDraftBanner(page)).toBeVisible()
    await expectNoWriteUnderWay(page)
    const { until, release } = held()
    proxy.calls.length = 0
    proxy.fault = async (call) => {
      if (!isHeld(call)) return undefined
      if (moment !== 'is being refused') return { respondAfter: until }
      await until
      return { status: 413 }
    }
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
    await expect(toSave(page)).toBeHidden()
    await expect(unsaved(page)).toBeHidden()
  })

for (const isNext of [false, true])
  test(`what is typed after ${isNext ? 'a second' : 'the first'} Guardar, in a tab that is closed, is a draft of the note, as it is by then`, async ({
    page,
    context,
    faultyProxy: proxy,
    host,
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
    // Whoever types in another tab writes before each transaction of this one.
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
    proxy.fault = () => undefined
    await showPageAgain(page)
    await expect(toSave(page)).toBeHidden()
    await expectNoWriteUnderWay(page)
    const [note, ...others] = await listNotes(host, user)
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
    await recover(page)
    await expect(content(page)).toHaveValue(typed)
  })

for (const isBare of [true, false])
  test.describe(isBare ? 'on a host of seven calls' : 'on our host', () => {
    test.use({ isBare })

    test('a later version waits until a list tells the id of the note that was created without one', async ({
      page,
      faultyProxy: proxy,
      host,
      user,
    }) => {
      await saveWithoutAnswer(page, { title: 'Compra', content: 'Pan' })
      await write(page, { content: 'Pan y vino' })
      await saveAndExpectFailure(page)
      await expectNoWriteUnderWay(page)
      let isListed = false
      proxy.calls.length = 0
      proxy.fault = (call) => {
        if (isCreate(call)) return 'respond with nothing'
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
      isListed = true
      await showPageAgain(page)
      await expect
        .poll(async () => (await listNotes(host, user)).map((one) => one.content))
        .toEqual(['Pan y vino'])
      expect(proxy.calls.filter(isWrite).map(({ method }) => method)).toEqual(['POST', 'PUT'])
    })

    test('a note that is looked up in vain keeps no other one from being sent', async ({
      page,
      faultyProxy: proxy,
      storedTitles,
    }) => {
      await saveWithoutAnswer(page, { title: 'Uno', content: 'Pan' })
      await write(page, { content: 'Pan y vino' })
      await saveAndExpectFailure(page)
      await expectNoWriteUnderWay(page)
      let isDown = false
      proxy.calls.length = 0
      proxy.fault = (call) => {
        if (isDown && isWrite(call)) return 'refuse'
        if (isCreate(call) && call.body.includes('Uno')) return 'respond with nothing'
        return isList(call) ? { status: 200, body: '[]' } : undefined
      }
      await showPageAgain(page)
      await expectCalls(proxy, isCreate, 1)
      await expectNoWriteUnderWay(page)
      isDown = true
      await saveWithoutAnswer(page, { title: 'Dos' })
      isDown = false
      await showPageAgain(page)
      await expect.poll(() => storedTitles()).toEqual(['Dos', 'Uno'])
    })
  })
