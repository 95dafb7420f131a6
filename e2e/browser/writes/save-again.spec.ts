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
import { content, draftBanner, expectDrafts, newDraftBanner, recover } from '../../support/drafts'
import {
  createNote,
  expect,
  expectNoWriteUnderWay,
  expectTexts,
  isCreate,
  isSaved,
  isWrite,
  leaveForm,
  leaveWaiting,
  openWaiting,
  type ProxiedCall,
  refuseWrites,
  saveWithoutAnswer,
  showPageAgain,
  writeTest as test,
  toSave,
  unsaved,
} from '../../support/write-fixtures'

const onNotes = ({ path }: ProxiedCall) => path.startsWith('/api/notes')

/** How the line treats a write whose outcome then cannot be looked up. */
const UNKNOWN = [
  ['that has arrived', 'lose the response'],
  ['that has not arrived', 'refuse'],
] as const

function discard(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Descartar' }).click()
}

test('what is typed after Guardar is a draft of the version that is saved meanwhile', async ({
  page,
  faultyProxy: proxy,
  host,
  user,
}) => {
  proxy.fault = refuseWrites
  await saveWithoutAnswer(page, { title: 'Compra', content: 'Pan' })
  await write(page, { content: 'Pan y vino' })
  await expectTexts(page, ['Pan', 'Pan y vino'])
  await expectNoWriteUnderWay(page)
  proxy.fault = () => undefined
  await showPageAgain(page)

  await expect(page).toHaveURL(/\/note-editor\/[^/]+\/?$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Editar Nota')
  await expect(content(page)).toHaveValue('Pan y vino')
  const [note] = await listNotes(host, user)
  expect(note).toMatchObject({ title: 'Compra', content: 'Pan' })
  await page.reload()
  await expect(content(page)).toHaveValue('Pan')
  await expect(draftBanner(page)).toBeVisible()
  await recover(page)
  await expect(content(page)).toHaveValue('Pan y vino')
  await save(page)
  await expectCards(page, ['Compra'])
  expect(await listNotes(host, user)).toEqual([
    { _id: String(note?._id), title: 'Compra', content: 'Pan y vino' },
  ])
  expect(proxy.calls.filter(isCreate)).toHaveLength(2)
  await expectDrafts(page, [])
})

test('what is typed after Guardar is saved by the next press as an edit of the same note', async ({
  page,
  faultyProxy: proxy,
  host,
  user,
}) => {
  proxy.fault = refuseWrites
  await saveWithoutAnswer(page, { title: 'Compra', content: 'Pan' })
  await write(page, { content: 'Pan y vino' })
  proxy.fault = () => undefined
  await showPageAgain(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Editar Nota')
  await page.getByRole('button', { name: 'Guardar' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Deseas guardar los cambios?' })
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expectCards(page, ['Compra'])
  const notes = await listNotes(host, user)
  expect(notes.map(({ content }) => content)).toEqual(['Pan y vino'])
  expect(proxy.calls.filter(isWrite).at(-1)).toMatchObject({
    method: 'PUT',
    path: `/api/notes/${notes[0]?._id}`,
  })
  await expectDrafts(page, [])
})

for (const isBare of [false, true])
  test.describe(isBare ? 'on a host of seven calls' : 'on our host', () => {
    test.use({ isBare })

    for (const [name, fault] of UNKNOWN) {
      test(`Guardar again with the same text, after a create ${name}, makes one note`, async ({
        page,
        faultyProxy: proxy,
        storedTitles,
      }) => {
        proxy.fault = (call) => (isWrite(call) ? fault : onNotes(call) ? 'refuse' : undefined)
        await saveWithoutAnswer(page, { title: 'Compra', content: 'Pan' })
        await saveAndExpectFailure(page)
        await expectNoWriteUnderWay(page)
        proxy.fault = () => undefined
        await save(page)
        await expectScreen(page, '/notas')
        await expectCards(page, ['Compra'])
        await expect(toSave(page)).toBeHidden()
        await expectNoWriteUnderWay(page)
        await page.reload()
        await expectCards(page, ['Compra'])
        expect(await storedTitles()).toEqual(['Compra'])
        await expectDrafts(page, [])
      })

      test(`Guardar again with another text, after a create ${name}, replaces the one note`, async ({
        page,
        faultyProxy: proxy,
        host,
        user,
      }) => {
        proxy.fault = (call) => (isWrite(call) ? fault : onNotes(call) ? 'refuse' : undefined)
        await saveWithoutAnswer(page, { title: 'Compra', content: 'Pan' })
        await write(page, { title: 'Compra grande', content: 'Pan y vino' })
        await saveAndExpectFailure(page)
        await expectNoWriteUnderWay(page)
        await write(page, { content: 'Pan, vino y queso' })
        proxy.fault = () => undefined
        await save(page)
        await expectScreen(page, '/notas')
        await expectCards(page, ['Compra grande'])
        await expectNoWriteUnderWay(page)
        expect(await listNotes(host, user)).toMatchObject([
          { title: 'Compra grande', content: 'Pan, vino y queso' },
        ])
        expect(await listNotes(host, user)).toHaveLength(1)
        expect(proxy.calls.filter(({ method }) => method === 'DELETE')).toEqual([])
        await page.reload()
        await expectCards(page, ['Compra grande'])
        await expect(toSave(page)).toBeHidden()
        await expectDrafts(page, [])
      })

      test(`Guardar again of an edit ${name} saves the newest text`, async ({
        page,
        faultyProxy: proxy,
        host,
        user,
      }) => {
        const id = await user.addNote('Plantas', 'Riego')
        await open(page, `/note-editor/${id}`)
        await write(page, { content: 'Riego los martes.' })
        proxy.fault = (call) => (isWrite(call) ? fault : onNotes(call) ? 'refuse' : undefined)
        await saveAndExpectFailure(page)
        await write(page, { content: 'Riego los viernes.' })
        await saveAndExpectFailure(page)
        await expectNoWriteUnderWay(page)
        proxy.fault = () => undefined
        await showPageAgain(page)
        await expect
          .poll(() => listNotes(host, user))
          .toEqual([{ _id: id, title: 'Plantas', content: 'Riego los viernes.' }])
        await expect(isSaved(page)).toBeVisible()
        await page.getByRole('link', { name: 'Volver' }).click()
        await expectCards(page, ['Plantas'])
        await expectDrafts(page, [])
      })
    }

    for (const status of [401, 429])
      test(`Guardar again that ends with ${status}, after a create that has arrived, leads to no second note`, async ({
        page,
        faultyProxy: proxy,
        host,
        user,
      }) => {
        proxy.fault = (call) => (isWrite(call) ? 'lose the response' : onNotes(call) ? 'refuse' : undefined)
        await saveWithoutAnswer(page, { title: 'Compra', content: 'Pan' })
        proxy.fault = (call) => {
          if (isWrite(call)) return { status }
          return onNotes(call) ? { status: 200, body: '[]' } : undefined
        }
        await saveAndExpectFailure(page)
        await write(page, { content: 'Pan y vino' })
        proxy.fault = () => undefined
        await save(page)
        await expectCards(page, ['Compra'])
        expect((await listNotes(host, user)).map((note) => note.content)).toEqual(['Pan y vino'])
      })

    test('a form whose note is created without an id in the answer saves that note at the next press', async ({
      page,
      faultyProxy: proxy,
      host,
      user,
    }) => {
      proxy.fault = refuseWrites
      await saveWithoutAnswer(page, { title: 'Compra', content: 'Pan' })
      proxy.fault = (call) => (isCreate(call) ? 'respond with nothing' : undefined)
      await showPageAgain(page)
      await expect.poll(() => listNotes(host, user)).toHaveLength(1)
      await expectNoWriteUnderWay(page)
      await write(page, { content: 'Pan y vino' })
      await save(page)
      await expectCards(page, ['Compra'])
      const notes = await listNotes(host, user)
      expect(notes.map(({ content }) => content)).toEqual(['Pan y vino'])
    })
  })

test('Guardar of a note that another device has deleted keeps its text, though nothing was typed', async ({
  page,
  user,
}) => {
  const id = await user.addNote('Plantas', 'Riego')
  await open(page, `/note-editor/${id}`)
  await expect(content(page)).toHaveValue('Riego')
  await page.request.delete(`/api/notes/${id}`, { headers: { Authorization: `Bearer ${user.token}` } })
  await saveAndExpectFailure(page)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectNoWriteUnderWay(page)
  await expectDrafts(page, ['Riego'])
  await open(page, '/notas')
  await page.getByRole('link', { name: /^Abrir borrador/ }).click()
  await recover(page)
  await expect(content(page)).toHaveValue('Riego')
})

test('the editor offers the edit that waits, and Descartar removes it', async ({
  page,
  faultyProxy: proxy,
  host,
  user,
}) => {
  const id = await user.addNote('Plantas', 'Riego')
  proxy.fault = refuseWrites
  await open(page, `/note-editor/${id}`)
  await write(page, { content: 'Riego los martes.' })
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
  proxy.fault = () => undefined
  await showPageAgain(page)
  await page.getByRole('link', { name: 'Volver' }).click()
  await expectCards(page, ['Plantas'])
  await expect(toSave(page)).toBeHidden()
  await createNote(page, 'Compra')
  await expectNoWriteUnderWay(page)
  expect(proxy.calls.filter(isWrite).map(({ method }) => method)).toEqual(['POST'])
  expect((await listNotes(host, user)).map(({ content }) => content)).toEqual(['', 'Riego'])
})

test('the form of a new note offers the one that waits, and Descartar removes it', async ({
  page,
  faultyProxy: proxy,
  storedTitles,
}) => {
  proxy.fault = refuseWrites
  await saveWithoutAnswer(page, { title: 'Compra', content: 'Pan' })
  await leaveForm(page)
  await openWaiting(page).click()
  await expectScreen(page, '/create-note')
  await expect(newDraftBanner(page)).toBeVisible()
  await expectNoWriteUnderWay(page)
  await discard(page)
  await expect(newDraftBanner(page)).toBeHidden()
  await expectDrafts(page, [])
  proxy.fault = () => undefined
  await showPageAgain(page)
  await page.getByRole('link', { name: 'Volver' }).click()
  await createNote(page, 'Otra')
  await expectNoWriteUnderWay(page)
  expect(await storedTitles()).toEqual(['Otra'])
})

test('Recuperar of a text that waits, changed and saved, is one note', async ({
  page,
  faultyProxy: proxy,
  host,
  user,
}) => {
  proxy.fault = refuseWrites
  await saveWithoutAnswer(page, { title: 'Compra', content: 'Pan' })
  await leaveForm(page)
  await openWaiting(page).click()
  await recover(page)
  await expect(content(page)).toHaveValue('Pan')
  await write(page, { content: 'Pan y vino' })
  await expectNoWriteUnderWay(page)
  proxy.fault = () => undefined
  await save(page)
  await expectScreen(page, '/notas')
  await expect(card(page, 'Compra')).toContainText('Pan y vino')
  await expect(toSave(page)).toBeHidden()
  await expectNoWriteUnderWay(page)
  await page.reload()
  await expectCards(page, ['Compra'])
  await expect(unsaved(page)).toBeHidden()
  expect((await listNotes(host, user)).map(({ content }) => content)).toEqual(['Pan y vino'])
})

test('a delete that failed is not sent by itself', async ({ page, context, faultyProxy: proxy, user }) => {
  await page.clock.install()
  await user.addNote('Frase')
  await open(page, '/notas')
  proxy.fault = refuseWrites
  const press = async () => {
    await page.getByRole('button', { name: 'Eliminar nota: Frase' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
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
  await page.reload()
  await expectCards(page, ['Frase'])
  await expect(toSave(page)).toBeHidden()
  await expectNoWriteUnderWay(page)
  expect(proxy.calls.filter(isWrite)).toEqual([])
  await press()
  await expectCards(page, [])
})
