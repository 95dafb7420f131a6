import {
  card,
  expectCards,
  expectScreen,
  open,
  openList,
  pressSignOut,
  restorePage,
  returnToList,
  saveToList,
  write,
} from '../../support/actions'
import { conflict, content, draftBanner, expectDrafts, newDraftBanner, recover } from '../../support/drafts'
import {
  createNote,
  deleteNote,
  expect,
  expectNothingToSave,
  failToSave,
  isSaved,
  leaveForm,
  openTab,
  reconnect,
  refuseWrites,
  saveNewWithoutAnswer,
  writeTest as test,
  toSave,
  unsaved,
} from '../../support/write-fixtures'

test('Duplicar begins a new note in the form of a new note that has saved itself', async ({
  page,
  faultyProxy: proxy,
  user,
}) => {
  proxy.fault = refuseWrites
  await open(page, '/notas')
  await saveNewWithoutAnswer(page, { title: 'Pan', content: 'Integral' })
  await reconnect(proxy, page)
  await expect(isSaved(page)).toBeVisible()
  await page.getByRole('button', { name: 'Duplicar' }).click()
  await expectScreen(page, '/create-note')
  await expect(page.getByRole('heading', { name: 'Nueva Nota' })).toBeVisible()
  await write(page, { title: 'Copia' })
  await saveToList(page, ['Copia', 'Pan'])
  expect((await user.listNotes()).map(({ content }) => content)).toEqual(['Integral', 'Integral'])
})

test('Abrir opens the text that it stands beside, and the strip names it', async ({
  page,
  faultyProxy: proxy,
}) => {
  proxy.fault = refuseWrites
  await open(page, '/notas')
  for (const title of ['Primera', 'Segunda', 'Tercera']) {
    await saveNewWithoutAnswer(page, { title, content: `De la ${title}` })
    await leaveForm(page)
  }
  await page.getByRole('link', { name: 'Crear nota' }).click()
  await write(page, { title: 'Sin guardar', content: 'Un borrador' })
  await expectDrafts(page, ['De la Primera', 'De la Segunda', 'De la Tercera', 'Un borrador'])
  await leaveForm(page)
  await expect(toSave(page)).toHaveText('Hay 3 notas por guardar.')

  await page.getByRole('link', { name: 'Abrir: Primera' }).click()
  await expect(newDraftBanner(page)).toContainText('Primera')
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expectDrafts(page, ['De la Segunda', 'De la Tercera', 'Un borrador'])
  await returnToList(page, [])
  await page.getByRole('link', { name: 'Abrir: Segunda' }).click()
  await expect(newDraftBanner(page)).toContainText('Segunda')
  await recover(page, 'De la Segunda')
  await returnToList(page, [])
  await page.getByRole('link', { name: 'Abrir borrador: Sin guardar' }).click()
  await expect(newDraftBanner(page)).toContainText('Sin guardar')
  await page.reload()
  await recover(page, 'Un borrador')
})

test("after 'Quedarme con la otra' in the conflict of an edit that waited, the text that was not chosen is gone", async ({
  page,
  faultyProxy: proxy,
  user,
}) => {
  const id = await user.addNote('Compra', 'Pan')
  proxy.fault = refuseWrites
  await openList(page, ['Compra'])
  await card(page, 'Compra').getByRole('link').click()
  await failToSave(page, { content: 'Pan integral' })
  await leaveForm(page)
  await user.changeNote(id, 'Compra', 'Pan de centeno')
  await reconnect(proxy, page)
  await expect(unsaved(page)).toBeVisible()
  await card(page, 'Compra').getByRole('link').click()
  await conflict(page).getByRole('button', { name: 'Quedarme con la otra' }).click()
  await expectCards(page, ['Compra'])
  await expectNothingToSave(page)
  await expectDrafts(page, [])
  expect((await user.listNotes())[0]?.content).toBe('Pan de centeno')
  await card(page, 'Compra').getByRole('link').click()
  await expect(content(page)).toHaveValue('Pan de centeno')
  await expect(draftBanner(page)).toBeHidden()
})

test('the list of a tab keeps what another tab has done and listed since', async ({
  page,
  context,
  user,
}) => {
  for (const title of ['Uno', 'Dos', 'Tres']) await user.addNote(title, 'Texto')
  await openList(page, ['Tres', 'Dos', 'Uno'])
  const other = await openTab(context, '/notas')
  await deleteNote(other, 'Uno')
  await card(other, 'Dos').getByRole('link').click()
  await write(other, { title: 'Dos cambiada' })
  await saveToList(other, ['Dos cambiada', 'Tres'])
  await createNote(other, 'Nueva')
  await expectCards(page, ['Nueva', 'Dos cambiada', 'Tres'])
  // Two lists: the first tells what was done before it.
  for (let times = 0; times < 2; times += 1) {
    await openList(other, ['Nueva', 'Dos cambiada', 'Tres'])
    // The deletion alone stays, for Deshacer.
    await expectDrafts(other, ['Texto'])
  }
  await restorePage(page, async () => {})
  await card(page, 'Nueva').getByRole('button').click()
  await page.keyboard.press('Escape')
  await expectCards(page, ['Nueva', 'Dos cambiada', 'Tres'])
})

test('signing out asks where a text waits to be sent, and names it', async ({ page, faultyProxy: proxy }) => {
  proxy.fault = refuseWrites
  await open(page, '/notas')
  await saveNewWithoutAnswer(page, { title: 'Compra', content: 'Pan' })
  await leaveForm(page)
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page.getByRole('dialog')).toContainText('«Compra»')
  await page.keyboard.press('Escape')
  await reconnect(proxy, page)
  await expectNothingToSave(page)
  await pressSignOut(page)
})
