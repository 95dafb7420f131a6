import type { Page } from '@playwright/test'
import {
  card,
  editLink,
  expectCards,
  expectScreen,
  open,
  reloadList,
  saveToList,
  write,
} from '../../support/actions'
import type { User } from '../../support/api-client'
import { POLLING } from '../../support/browser-storage'
import { conflict, expectDrafts, recover } from '../../support/drafts'
import {
  createNote,
  expect,
  expectNoWriteUnderWay,
  failToSave,
  isSaved,
  isWrite,
  leaveWaiting,
  reconnect,
  refuseWrites,
  saveNewWithoutAnswer,
  showPageAgain,
  writeTest as test,
  toSave,
  unsaved,
} from '../../support/write-fixtures'

const SHOPPING = 'Pan\nLeche\nHuevos'

test.beforeEach(({ faultyProxy: proxy }) => {
  proxy.fault = refuseWrites
})

/** Saves an edit that waits. The form stays open. */
async function editWithoutAnswer(page: Page, user: User, text: string): Promise<string> {
  const id = await user.addNote('Compra', SHOPPING)
  await open(page, '/notas')
  await saveEditWithoutAnswer(page, text)
  return id
}

async function saveEditWithoutAnswer(page: Page, text: string): Promise<void> {
  await editLink(page, 'Compra').click()
  await failToSave(page, { content: text })
}

test('what another device has changed meanwhile is merged before the note is sent, and a conflict is asked when the note is opened', async ({
  page,
  faultyProxy: proxy,
  user,
}) => {
  const id = await editWithoutAnswer(page, user, 'Pan integral\nLeche\nHuevos')
  await leaveWaiting(page)
  await user.changeNote(id, 'Compra', 'Pan\nLeche\nHuevos\nQueso')
  await reconnect(proxy, page)
  await expect(toSave(page)).toBeHidden()
  const merged = { _id: id, title: 'Compra', content: 'Pan integral\nLeche\nHuevos\nQueso' }
  expect(await user.listNotes()).toEqual([merged])
  await page.reload()
  await expect(card(page, 'Compra')).toContainText('Queso')
  await expect(unsaved(page)).toBeHidden()
  await expectDrafts(page, [])

  await test.step('the form that is open has the merged text after it is opened again', async () => {
    proxy.fault = refuseWrites
    await saveEditWithoutAnswer(page, 'Pan de molde\nLeche\nHuevos\nQueso')
    await user.changeNote(id, 'Compra', 'Pan integral\nLeche\nHuevos\nQueso\nVino')
    await reconnect(proxy, page)
    await expect(isSaved(page)).toBeVisible()
    await write(page, { title: 'Compra grande' })
    await saveToList(page, ['Compra grande'])
    const content = 'Pan de molde\nLeche\nHuevos\nQueso\nVino'
    expect(await user.listNotes()).toEqual([{ _id: id, title: 'Compra grande', content }])
    await user.changeNote(id, 'Compra', SHOPPING)
    await reloadList(page, ['Compra'])
  })

  await test.step('a conflict stands in the list, and is asked when the note is opened', async () => {
    proxy.fault = refuseWrites
    await saveEditWithoutAnswer(page, 'Pan\nLeche\nUna docena de huevos')
    await leaveWaiting(page)
    await user.changeNote(id, 'Compra', 'Pan\nLeche\nSin huevos')
    proxy.fault = () => undefined
    proxy.calls.length = 0
    await showPageAgain(page)
    await expect.poll(() => proxy.calls.length, POLLING).toBeGreaterThan(0)
    await expectNoWriteUnderWay(page)
    expect((await user.listNotes())[0]?.content).toBe('Pan\nLeche\nSin huevos')
    await page.reload()
    await page.getByRole('link', { name: /^Abrir/ }).click()
    await expectScreen(page, `/note-editor/${id}`)
    await expect(conflict(page).getByRole('region', { name: 'Tu versión' })).toContainText('Una docena')
    await expect(conflict(page).getByRole('region', { name: 'La otra versión' })).toContainText('Sin huevos')
    expect((await user.listNotes())[0]?.content).toBe('Pan\nLeche\nSin huevos')
    await conflict(page).getByRole('button', { name: 'Quedarme con la mía' }).click()
    await expectCards(page, ['Compra'])
    expect((await user.listNotes())[0]?.content).toBe('Pan\nLeche\nUna docena de huevos')
    await expect(page.getByRole('link', { name: /^Abrir/ })).toBeHidden()
    await expectDrafts(page, [])
  })
})

test('what is answered with 429 or 503 when it is sent later goes on waiting, and what is refused with 400, 413 or 422 is a draft again, and is not sent again', async ({
  page,
  context,
  faultyProxy: proxy,
  storedTitles,
}) => {
  await open(page, '/notas')
  for (const status of [429, 503])
    await test.step(`after ${status} it goes on waiting`, async () => {
      const title = `Compra ${status}`
      proxy.fault = refuseWrites
      await saveNewWithoutAnswer(page, { title, content: 'Pan' })
      await leaveWaiting(page)
      proxy.calls.length = 0
      proxy.fault = (proxied) => (isWrite(proxied) ? { status, headers: { 'Retry-After': '1' } } : undefined)
      await showPageAgain(page)
      await expect.poll(() => proxy.calls.some(isWrite), POLLING).toBe(true)
      await expectNoWriteUnderWay(page)
      await expect(toSave(page)).toBeVisible()
      await expect(unsaved(page)).toBeHidden()
      proxy.fault = () => undefined
      await page.reload()
      await expect.poll(async () => (await storedTitles())[0], POLLING).toBe(title)
      await expect(toSave(page)).toBeHidden()
    })
  expect(await storedTitles()).toEqual(['Compra 503', 'Compra 429'])

  for (const [at, status] of [400, 413, 422].entries()) {
    proxy.fault = refuseWrites
    await saveNewWithoutAnswer(page, { title: 'Compra', content: `Pan ${status}` })
    await leaveWaiting(page)
    proxy.fault = (proxied) => (isWrite(proxied) ? { status } : undefined)
    await showPageAgain(page)
    await expect(unsaved(page)).toBeVisible()
    await expect(toSave(page)).toBeHidden()
    await expectNoWriteUnderWay(page)
    proxy.calls.length = 0
    await reconnect(proxy, page)
    await context.setOffline(true)
    await context.setOffline(false)
    await page.reload()
    await expect(unsaved(page)).toBeVisible()
    await createNote(page, `Otra ${status}`)
    await expectNoWriteUnderWay(page)
    expect((await storedTitles())[0]).toBe(`Otra ${status}`)
    expect(await storedTitles()).toHaveLength(at + 3)
    await page.getByRole('link', { name: /^Abrir borrador/ }).click()
    await recover(page, `Pan ${status}`)
    await write(page, { title: '', content: '' })
    await expectDrafts(page, [])
    await page.getByRole('link', { name: 'Volver' }).click()
  }
})

test('an edit of a note that is gone becomes the draft of a new note, and is not sent by itself', async ({
  page,
  faultyProxy: proxy,
  user,
  storedTitles,
}) => {
  const id = await editWithoutAnswer(page, user, 'Pan integral')
  await leaveWaiting(page)
  await user.call('DELETE', `/api/notes/${id}`)
  await reconnect(proxy, page)
  await expect(toSave(page)).toBeHidden()
  await page.reload()
  await expect(page.getByText('Nota nueva sin guardar: «Compra»')).toBeVisible()
  await createNote(page, 'Otra')
  await expectNoWriteUnderWay(page)
  expect(await storedTitles()).toEqual(['Otra'])
  await page.getByRole('link', { name: /^Abrir borrador/ }).click()
  await expectScreen(page, '/create-note')
  await recover(page, 'Pan integral')
})
