import type { Page } from '@playwright/test'
import { card, expectCards, expectScreen, open, saveAndExpectFailure, write } from '../../support/actions'
import { type Api, call, listNotes, type User } from '../../support/api-client'
import { content, expectDrafts, recover } from '../../support/drafts'
import {
  createNote,
  expect,
  expectNoWriteUnderWay,
  isSaved,
  isWrite,
  leaveWaiting,
  refuseWrites,
  saveWithoutAnswer,
  showPageAgain,
  writeTest as test,
  toSave,
  unsaved,
} from '../../support/write-fixtures'

const SHOPPING = 'Pan\nLeche\nHuevos'

const conflict = (page: Page) =>
  page.getByRole('dialog', { name: 'Esta nota ha cambiado en otro sitio mientras la editabas.' })

/** Saves the note as another device would. */
async function changeElsewhere(host: Api, user: User, id: string, text: string): Promise<void> {
  const json = { title: 'Compra', content: text }
  expect((await call(host, 'PUT', `/api/notes/${id}`, { ...user, json })).status).toBe(200)
}

test.beforeEach(({ faultyProxy: proxy }) => {
  proxy.fault = refuseWrites
})

/** Saves an edit that waits. The form stays open. */
async function editWithoutAnswer(page: Page, user: User, text: string): Promise<string> {
  const id = await user.addNote('Compra', SHOPPING)
  await open(page, `/note-editor/${id}`)
  await write(page, { content: text })
  await saveAndExpectFailure(page)
  await expectNoWriteUnderWay(page)
  return id
}

test('what another device has changed meanwhile is merged before the note is sent', async ({
  page,
  faultyProxy: proxy,
  host,
  user,
}) => {
  const id = await editWithoutAnswer(page, user, 'Pan integral\nLeche\nHuevos')
  await leaveWaiting(page)
  await changeElsewhere(host, user, id, 'Pan\nLeche\nHuevos\nQueso')
  proxy.fault = () => undefined
  await showPageAgain(page)
  await expect(toSave(page)).toBeHidden()
  expect(await listNotes(host, user)).toEqual([
    { _id: id, title: 'Compra', content: 'Pan integral\nLeche\nHuevos\nQueso' },
  ])
  await page.reload()
  await expect(card(page, 'Compra')).toContainText('Queso')
  await expect(unsaved(page)).toBeHidden()
  await expectDrafts(page, [])
})

test('the open form of a note that was merged has the merged text after it is opened again', async ({
  page,
  faultyProxy: proxy,
  host,
  user,
}) => {
  const id = await editWithoutAnswer(page, user, 'Pan integral\nLeche\nHuevos')
  await changeElsewhere(host, user, id, 'Pan\nLeche\nHuevos\nQueso')
  proxy.fault = () => undefined
  await showPageAgain(page)
  await expect(isSaved(page)).toBeVisible()
  await write(page, { title: 'Compra grande' })
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  await expectCards(page, ['Compra grande'])
  expect(await listNotes(host, user)).toEqual([
    { _id: id, title: 'Compra grande', content: 'Pan integral\nLeche\nHuevos\nQueso' },
  ])
})

test('a conflict stands in the list, and is asked when the note is opened', async ({
  page,
  faultyProxy: proxy,
  host,
  user,
}) => {
  const id = await editWithoutAnswer(page, user, 'Pan\nLeche\nUna docena de huevos')
  await leaveWaiting(page)
  await changeElsewhere(host, user, id, 'Pan\nLeche\nSin huevos')
  proxy.fault = () => undefined
  proxy.calls.length = 0
  await showPageAgain(page)
  await expect.poll(() => proxy.calls.length).toBeGreaterThan(0)
  await expectNoWriteUnderWay(page)
  expect((await listNotes(host, user))[0]?.content).toBe('Pan\nLeche\nSin huevos')
  await page.reload()
  await page.getByRole('link', { name: /^Abrir/ }).click()
  await expectScreen(page, `/note-editor/${id}`)
  await expect(conflict(page).getByRole('region', { name: 'Tu versión' })).toContainText('Una docena')
  await expect(conflict(page).getByRole('region', { name: 'La otra versión' })).toContainText('Sin huevos')
  expect((await listNotes(host, user))[0]?.content).toBe('Pan\nLeche\nSin huevos')
  await conflict(page).getByRole('button', { name: 'Quedarme con la mía' }).click()
  await expectCards(page, ['Compra'])
  expect((await listNotes(host, user))[0]?.content).toBe('Pan\nLeche\nUna docena de huevos')
  await expect(page.getByRole('link', { name: /^Abrir/ })).toBeHidden()
  await expectDrafts(page, [])
})

for (const status of [400, 413, 422])
  test(`what is refused with ${status} when it is sent later is a draft again, and is not sent again`, async ({
    page,
    context,
    faultyProxy: proxy,
    storedTitles,
  }) => {
    await saveWithoutAnswer(page, { title: 'Compra', content: 'Pan' })
    await leaveWaiting(page)
    proxy.fault = (proxied) => (isWrite(proxied) ? { status } : undefined)
    await showPageAgain(page)
    await expect(unsaved(page)).toBeVisible()
    await expect(toSave(page)).toBeHidden()
    await expectNoWriteUnderWay(page)
    proxy.calls.length = 0
    proxy.fault = () => undefined
    await showPageAgain(page)
    await context.setOffline(true)
    await context.setOffline(false)
    await page.reload()
    await expect(unsaved(page)).toBeVisible()
    await createNote(page, 'Otra')
    await expectNoWriteUnderWay(page)
    expect(await storedTitles()).toEqual(['Otra'])
    await page.getByRole('link', { name: /^Abrir borrador/ }).click()
    await recover(page)
    await expect(content(page)).toHaveValue('Pan')
  })

for (const status of [429, 503])
  test(`what is answered with ${status} when it is sent later goes on waiting`, async ({
    page,
    faultyProxy: proxy,
    storedTitles,
  }) => {
    await saveWithoutAnswer(page, { title: 'Compra', content: 'Pan' })
    await leaveWaiting(page)
    proxy.calls.length = 0
    proxy.fault = (proxied) => (isWrite(proxied) ? { status, headers: { 'Retry-After': '1' } } : undefined)
    await showPageAgain(page)
    await expect.poll(() => proxy.calls.some(isWrite)).toBe(true)
    await expectNoWriteUnderWay(page)
    await expect(toSave(page)).toBeVisible()
    await expect(unsaved(page)).toBeHidden()
    proxy.fault = () => undefined
    await page.reload()
    await expect.poll(() => storedTitles()).toEqual(['Compra'])
    await expect(toSave(page)).toBeHidden()
  })

test('an edit of a note that is gone becomes the draft of a new note, and is not sent by itself', async ({
  page,
  faultyProxy: proxy,
  host,
  user,
  storedTitles,
}) => {
  const id = await editWithoutAnswer(page, user, 'Pan integral')
  await leaveWaiting(page)
  await call(host, 'DELETE', `/api/notes/${id}`, user)
  proxy.fault = () => undefined
  await showPageAgain(page)
  await expect(toSave(page)).toBeHidden()
  await page.reload()
  await expect(page.getByText('Nota nueva sin guardar: «Compra»')).toBeVisible()
  await createNote(page, 'Otra')
  await expectNoWriteUnderWay(page)
  expect(await storedTitles()).toEqual(['Otra'])
  await page.getByRole('link', { name: /^Abrir borrador/ }).click()
  await expectScreen(page, '/create-note')
  await recover(page)
  await expect(content(page)).toHaveValue('Pan integral')
})
