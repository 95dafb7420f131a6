import type { Page } from '@playwright/test'
import {
  card,
  edit,
  editLink,
  expectCards,
  expectScreen,
  open,
  pressDelete,
  reloadList,
  returnToList,
  save,
  saveAndExpectFailure,
  saveToList,
  write,
} from '../../support/actions'
import { POLLING } from '../../support/browser-storage'
import { content, draftBanner, expectDrafts, newDraftBanner, recover } from '../../support/drafts'
import {
  createNote,
  expect,
  expectNoWriteUnderWay,
  expectTexts,
  failToSave,
  isCreate,
  isDelete,
  isSaved,
  isWrite,
  leaveForm,
  leaveWaiting,
  onBothHosts,
  openWaiting,
  type ProxiedCall,
  reconnect,
  refuseWrites,
  saveNewWithoutAnswer,
  saveWithoutAnswer,
  showPageAgain,
  writeTest as test,
  toSave,
  unsaved,
} from '../../support/write-fixtures'

const onNotes = ({ path }: ProxiedCall) => path.startsWith('/api/notes')

function discard(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Descartar' }).click()
}

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

  await test.step('the next press saves it as an edit of the same note', async () => {
    proxy.fault = refuseWrites
    await saveNewWithoutAnswer(page, { title: 'Regalos', content: 'Pan' })
    await write(page, { content: 'Pan y vino' })
    await reconnect(proxy, page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Editar Nota')
    await page.getByRole('button', { name: 'Guardar' }).click()
    const dialog = page.getByRole('dialog', { name: '¿Deseas guardar los cambios?' })
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expectCards(page, ['Regalos', 'Compra'])
    const notes = await user.listNotes()
    expect(notes.map(({ content }) => content)).toEqual(['Pan y vino', 'Pan y vino'])
    expect(proxy.calls.filter(isWrite).at(-1)).toMatchObject({
      method: 'PUT',
      path: `/api/notes/${notes[0]?._id}`,
    })
    await expectDrafts(page, [])
  })
})

onBothHosts(() => {
  test('Guardar again, after a save whose outcome is not known, makes one note with the newest text', async ({
    page,
    faultyProxy: proxy,
    user,
    storedTitles,
  }) => {
    const id = await user.addNote('Plantas', 'Riego')
    const titles = ['Plantas']
    await open(page, '/notas')
    for (const [name, fault] of [
      ['that has arrived', 'lose the response'],
      ['that has not arrived', 'refuse'],
    ] as const) {
      const loseNotes = (call: ProxiedCall) =>
        isWrite(call) ? fault : onNotes(call) ? ('refuse' as const) : undefined

      await test.step(`with the same text, after a create ${name}`, async () => {
        const title = `Compra ${name}`
        titles.unshift(title)
        proxy.fault = loseNotes
        await saveNewWithoutAnswer(page, { title, content: 'Pan' })
        await saveAndExpectFailure(page)
        await expectNoWriteUnderWay(page)
        proxy.fault = () => undefined
        await save(page)
        await expectScreen(page, '/notas')
        await expectCards(page, titles)
        await expect(toSave(page)).toBeHidden()
        await expectNoWriteUnderWay(page)
        expect(await storedTitles()).toEqual(titles)
        await expectDrafts(page, [])
      })

      await test.step(`with another text, after a create ${name}`, async () => {
        const title = `Compra grande ${name}`
        titles.unshift(title)
        proxy.fault = loseNotes
        await saveNewWithoutAnswer(page, { title: `Regalos ${name}`, content: 'Pan' })
        await failToSave(page, { title, content: 'Pan y vino' })
        await write(page, { content: 'Pan, vino y queso' })
        proxy.fault = () => undefined
        await save(page)
        await expectScreen(page, '/notas')
        await expectCards(page, titles)
        await expectNoWriteUnderWay(page)
        expect(await storedTitles()).toEqual(titles)
        expect((await user.listNotes())[0]).toMatchObject({ title, content: 'Pan, vino y queso' })
      })

      await test.step(`of an edit ${name}`, async () => {
        titles.splice(0, titles.length, 'Plantas', ...titles.filter((title) => title !== 'Plantas'))
        await edit(page, 'Plantas', { content: `Riego los martes ${name}.` })
        proxy.fault = loseNotes
        await saveAndExpectFailure(page)
        await failToSave(page, { content: `Riego los viernes ${name}.` })
        await reconnect(proxy, page)
        await expect
          .poll(async () => (await user.listNotes())[0], POLLING)
          .toEqual({ _id: id, title: 'Plantas', content: `Riego los viernes ${name}.` })
        await expect(isSaved(page)).toBeVisible()
        await returnToList(page, titles)
        await expectDrafts(page, [])
      })
    }
    expect(proxy.calls.filter(isDelete)).toEqual([])
    await reloadList(page, titles)
    await expect(toSave(page)).toBeHidden()
    expect(await storedTitles()).toEqual(titles)
    await expectDrafts(page, [])
  })

  test('Guardar again that ends with 401 or 429, after a create that has arrived, or of a note created without an id in the answer, leads to no second note', async ({
    page,
    faultyProxy: proxy,
    user,
  }) => {
    const contents = async () => (await user.listNotes()).map((note) => note.content)
    await open(page, '/notas')
    for (const status of [401, 429]) {
      proxy.fault = (call) => (isWrite(call) ? 'lose the response' : onNotes(call) ? 'refuse' : undefined)
      await saveNewWithoutAnswer(page, { title: `Compra ${status}`, content: 'Pan' })
      proxy.fault = (call) => {
        if (isWrite(call)) return { status }
        return onNotes(call) ? { status: 200, body: '[]' } : undefined
      }
      await saveAndExpectFailure(page)
      await write(page, { content: `Pan y vino ${status}` })
      proxy.fault = () => undefined
      await save(page)
      await expect(card(page, `Compra ${status}`)).toHaveCount(1)
      expect((await contents())[0]).toBe(`Pan y vino ${status}`)
    }
    expect(await contents()).toHaveLength(2)

    proxy.fault = refuseWrites
    await saveNewWithoutAnswer(page, { title: 'Regalos', content: 'Pan' })
    proxy.fault = (call) => (isCreate(call) ? 'respond with nothing' : undefined)
    await showPageAgain(page)
    await expect.poll(contents, POLLING).toHaveLength(3)
    await expectNoWriteUnderWay(page)
    await write(page, { content: 'Pan y vino' })
    await saveToList(page, ['Regalos', 'Compra 429', 'Compra 401'])
    expect(await contents()).toEqual(['Pan y vino', 'Pan y vino 429', 'Pan y vino 401'])
  })
})

test('the form offers the text that waits: Descartar removes it, and Recuperar, a change and Guardar make one note', async ({
  page,
  faultyProxy: proxy,
  user,
  storedTitles,
}) => {
  const id = await user.addNote('Plantas', 'Riego')
  await open(page, '/notas')

  await test.step('an edit', async () => {
    proxy.fault = refuseWrites
    await edit(page, 'Plantas', { content: 'Riego los martes.' })
    await saveAndExpectFailure(page)
    await leaveWaiting(page)
    await openWaiting(page).click()
    await expectScreen(page, `/note-editor/${id}`)
    await expect(draftBanner(page)).toBeVisible()
    await expect(content(page)).toHaveValue('Riego')
    await expectNoWriteUnderWay(page)
    await discard(page)
    await expect(draftBanner(page)).toBeHidden()
    await expectDrafts(page, [])

    proxy.calls.length = 0
    await reconnect(proxy, page)
    await returnToList(page, ['Plantas'])
    await expect(toSave(page)).toBeHidden()
    await createNote(page, 'Compra')
    await expectNoWriteUnderWay(page)
    expect(proxy.calls.filter(isWrite).map(({ method }) => method)).toEqual(['POST'])
    expect((await user.listNotes()).map(({ content }) => content)).toEqual(['', 'Riego'])
  })

  await test.step('a new note', async () => {
    proxy.fault = refuseWrites
    await saveNewWithoutAnswer(page, { title: 'Regalos', content: 'Pan' })
    await leaveForm(page)
    await openWaiting(page).click()
    await expectScreen(page, '/create-note')
    await expect(newDraftBanner(page)).toBeVisible()
    await expectNoWriteUnderWay(page)
    await discard(page)
    await expect(newDraftBanner(page)).toBeHidden()
    await expectDrafts(page, [])
    await reconnect(proxy, page)
    await page.getByRole('link', { name: 'Volver' }).click()
    await createNote(page, 'Otra')
    await expectNoWriteUnderWay(page)
    expect(await storedTitles()).toEqual(['Otra', 'Compra', 'Plantas'])
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
    await save(page)
    await expectScreen(page, '/notas')
    await expect(card(page, 'Regalos')).toContainText('Pan y vino')
    await expect(toSave(page)).toBeHidden()
    await expectNoWriteUnderWay(page)
    await reloadList(page, ['Regalos', 'Otra', 'Compra', 'Plantas'])
    await expect(unsaved(page)).toBeHidden()
    expect((await user.listNotes()).map(({ content }) => content)).toEqual(['Pan y vino', '', '', 'Riego'])
  })
})

test('a delete that failed is not sent by itself, and Guardar of a note that another device has deleted keeps its text', async ({
  page,
  context,
  faultyProxy: proxy,
  user,
}) => {
  await page.clock.install()
  await user.addNote('Frase')
  const id = await user.addNote('Plantas', 'Riego')
  await open(page, '/notas')
  proxy.fault = refuseWrites
  const press = async () => {
    await pressDelete(page, 'Frase')
  }
  await press()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectNoWriteUnderWay(page)
  proxy.calls.length = 0
  proxy.fault = () => undefined
  await context.setOffline(true)
  await context.setOffline(false)
  await showPageAgain(page)
  await page.clock.fastForward(70_000)
  await reloadList(page, ['Plantas', 'Frase'])
  await expect(toSave(page)).toBeHidden()
  await expectNoWriteUnderWay(page)
  expect(proxy.calls.filter(isWrite)).toEqual([])
  await press()
  await expectCards(page, ['Plantas'])

  await editLink(page, 'Plantas').click()
  await expect(content(page)).toHaveValue('Riego')
  await user.call('DELETE', `/api/notes/${id}`)
  await saveAndExpectFailure(page)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectNoWriteUnderWay(page)
  // The other one is the deletion of 'Frase'.
  await expectDrafts(page, ['', 'Riego'])
  await open(page, '/notas')
  await page.getByRole('link', { name: /^Abrir borrador/ }).click()
  await recover(page, 'Riego')
})
