import type { Page } from '@playwright/test'
import {
  card,
  expectCards,
  expectScreen,
  open,
  openList,
  pressSignOut,
  restorePage,
  returnToList,
  save,
  saveToList,
  write,
} from '../../support/actions'
import { POLLING, readStore } from '../../support/browser-storage'
import { conflict, content, draftBanner, expectDrafts, newDraftBanner, recover } from '../../support/drafts'
import {
  createNote,
  deleteNote,
  expect,
  expectNothingToSave,
  expectNoWriteUnderWay,
  failToSave,
  isSaved,
  leaveForm,
  onBareHost,
  onBothHosts,
  openTab,
  openWaiting,
  reconnect,
  refuseWrites,
  saveNewWithoutAnswer,
  writeTest as test,
  toSave,
  undo,
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
  for (const copy of ['Copia', 'Otra copia']) {
    await page.getByRole('button', { name: 'Duplicar' }).click()
    await expectScreen(page, '/create-note')
    await expect(page.getByRole('heading', { name: 'Nueva Nota' })).toBeVisible()
    await write(page, { title: copy })
    proxy.fault = refuseWrites
    await failToSave(page, {})
    await reconnect(proxy, page)
    await expect(isSaved(page)).toBeVisible()
  }
  expect((await user.listNotes()).map(({ title, content }) => [title, content])).toEqual([
    ['Otra copia', 'Integral'],
    ['Copia', 'Integral'],
    ['Pan', 'Integral'],
  ])
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

test('Abrir opens what waits of a note, though something newer was typed in it', async ({
  page,
  faultyProxy: proxy,
  user,
}) => {
  await user.addNote('Compra', 'Pan')
  proxy.fault = refuseWrites
  await openList(page, ['Compra'])
  await card(page, 'Compra').getByRole('link').click()
  await failToSave(page, { content: 'Pan y leche' })
  await write(page, { content: 'Pan, leche y vino' })
  await expectDrafts(page, ['Pan y leche', 'Pan, leche y vino'])
  await leaveForm(page)
  await openWaiting(page).click()
  await recover(page, 'Pan y leche')
})

for (const isEdit of [false, true])
  test(`two forms that have the same ${isEdit ? 'edit' : 'new note'} waiting save one after the other, as two devices do`, async ({
    page,
    context,
    faultyProxy: proxy,
    user,
  }) => {
    if (isEdit) await user.addNote('Compra', 'Pan\n-\nLeche\nHuevos')
    await open(page, '/notas')
    proxy.fault = refuseWrites
    await page.getByRole('link', { name: isEdit ? 'Editar nota: Compra' : 'Crear nota' }).click()
    await failToSave(page, { title: 'Compra', content: 'Pan\n-\nLeche\n-\nHuevos\n-\n' })

    const other = await openTab(context, '/notas')
    await openWaiting(other).click()
    await recover(other, 'Pan\n-\nLeche\n-\nHuevos\n-\n')
    await failToSave(other, { content: 'Pan\n-\nLeche\n-\nHuevos\n-\nVino\n' })

    await test.step('what does not overlap is merged', async () => {
      await failToSave(page, { content: 'Pan integral\n-\nLeche\n-\nHuevos\n-\n' })
      await expectDrafts(page, ['Pan integral\n-\nLeche\n-\nHuevos\n-\nVino\n'])
    })

    await test.step('what overlaps is asked, and Escape leaves both texts', async () => {
      await failToSave(other, { content: 'Pan\n-\nLeche\n-\nHuevos\n-\nVino tinto\n' })
      await write(page, { content: 'Pan integral\n-\nLeche\n-\nHuevos\n-\nVino blanco\n' })
      await save(page)
      await expect(conflict(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(conflict(page)).toBeHidden()
      await expectDrafts(page, [
        'Pan integral\n-\nLeche\n-\nHuevos\n-\nVino tinto\n',
        'Pan integral\n-\nLeche\n-\nHuevos\n-\nVino blanco\n',
      ])
      await save(page)
      await conflict(page).getByRole('button', { name: 'Quedarme con la mía' }).click()
      await expect(page.getByRole('dialog')).toBeHidden()
      await expectDrafts(page, ['Pan integral\n-\nLeche\n-\nHuevos\n-\nVino blanco\n'])
    })

    await reconnect(proxy, page)
    await expect(isSaved(page)).toBeVisible()
    const saved = 'Pan integral\n-\nLeche\n-\nHuevos\n-\nVino blanco\n'
    expect((await user.listNotes()).map(({ content }) => content)).toEqual([saved])

    await test.step('the form that has not seen what was sent merges it, too', async () => {
      await write(other, { content: 'Pan\n-\nLeche fresca\n-\nHuevos\n-\nVino tinto\n' })
      await saveToList(other, ['Compra'])
      const merged = 'Pan integral\n-\nLeche fresca\n-\nHuevos\n-\nVino blanco\n'
      expect((await user.listNotes()).map(({ content }) => content)).toEqual([merged])
    })
  })

for (const [button, kept] of [
  ['Quedarme con la otra', 'Pan de centeno'],
  ['Editar las dos juntas', 'Las dos'],
] as const)
  test(`after '${button}' in the conflict of an edit that waited, the text that was not chosen is gone`, async ({
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
    await conflict(page).getByRole('button', { name: button }).click()
    if (button === 'Editar las dos juntas') {
      await expect(page.getByRole('dialog')).toBeHidden()
      await write(page, { content: 'Las dos' })
      await save(page)
    }
    await expectCards(page, ['Compra'])
    await expectNothingToSave(page)
    await expectDrafts(page, [])
    expect((await user.listNotes())[0]?.content).toBe(kept)
    await card(page, 'Compra').getByRole('link').click()
    await expect(content(page)).toHaveValue(kept)
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

onBareHost(() => {
  test('Deshacer brings back what another tab has saved and listed', async ({ page, context, user }) => {
    await user.addNote('Compra', 'Pan')
    await openList(page, ['Compra'])
    const other = await openTab(context, '/notas')
    await card(other, 'Compra').getByRole('link').click()
    await write(other, { content: 'Pan y leche' })
    await saveToList(other, ['Compra'])
    await openList(other, ['Compra'])
    await expectDrafts(other, [])
    await deleteNote(page, 'Compra')
    await undo(page).click()
    await expectCards(page, ['Compra'])
    await expectNoWriteUnderWay(page)
    expect((await user.listNotes()).map(({ content }) => content)).toEqual(['Pan y leche'])
  })

  test('a copy whose first attempt failed is made at the second, in an editor opened by its address', async ({
    page,
    faultyProxy: proxy,
    user,
  }) => {
    const id = await user.addNote('Compra', 'Pan')
    await open(page, `/note-editor/${id}`)
    await page.getByRole('button', { name: 'Duplicar' }).click()
    await expectScreen(page, '/create-note')
    proxy.fault = ({ method }) => (method === 'POST' ? { status: 500 } : undefined)
    await save(page)
    await expect(page.getByRole('dialog')).toBeHidden()
    proxy.fault = () => undefined
    await save(page)
    await expectCards(page, ['Compra', 'Compra'])
    expect(await user.listNotes()).toHaveLength(2)
  })
})

onBothHosts(() => {
  test('the draft of a note that was deleted is that note’s again after Deshacer', async ({ page, user }) => {
    await user.addNote('Plantas', 'Riego')
    await openList(page, ['Plantas'])
    await card(page, 'Plantas').getByRole('link').click()
    await write(page, { content: 'Riego los martes.' })
    await expectDrafts(page, ['Riego los martes.'])
    await returnToList(page, ['Plantas'])
    await expect(page.getByText('Cambios sin guardar en «Plantas»')).toBeVisible()
    await deleteNote(page, 'Plantas')
    await expect(page.getByText('Nota nueva sin guardar: «Plantas»')).toBeVisible()
    await undo(page).click()
    await expectCards(page, ['Plantas'])
    await expect(page.getByText('Cambios sin guardar en «Plantas»')).toBeVisible()
    await page.getByRole('link', { name: 'Abrir borrador: Plantas' }).click()
    await recover(page, 'Riego los martes.')
    await save(page)
    await expectCards(page, ['Plantas'])
    expect((await user.listNotes()).map(({ content }) => content)).toEqual(['Riego los martes.'])
  })
})

test('an emoji in the name of a text without a title is whole', async ({ page, faultyProxy: proxy }) => {
  proxy.fault = refuseWrites
  await open(page, '/notas')
  await saveNewWithoutAnswer(page, { title: '', content: `${'a'.repeat(29)}👩‍👩‍👧‍👦bc` })
  await leaveForm(page)
  await expect(page.getByRole('link', { name: `Abrir: ${'a'.repeat(29)}👩‍👩‍👧‍👦...` })).toBeVisible()
})

/** Sets the page's clock an hour ahead. */
async function setAhead(page: Page): Promise<void> {
  await page.clock.setFixedTime(Date.now() + 3_600_000)
}

test('a clock that was ahead when the list was read hides no deletion, and keeps no list from being stored', async ({
  page,
  context,
  user,
}) => {
  for (const title of ['Uno', 'Dos', 'Tres']) await user.addNote(title)
  await setAhead(page)
  await openList(page, ['Tres', 'Dos', 'Uno'])
  await expect.poll(() => readStore(page, 'lists'), POLLING).toHaveLength(1)
  await page.clock.setSystemTime(new Date(Date.now() - 7_200_000 / 2))
  await deleteNote(page, 'Uno')
  await expectCards(page, ['Tres', 'Dos'])

  const later = await openTab(context, '/notas')
  await expectCards(later, ['Tres', 'Dos'])
  await deleteNote(later, 'Dos')
  await expectCards(later, ['Tres'])
  const list = async () => (await readStore<{ savedAt: number }>(later, 'lists'))[0]?.savedAt
  await expect.poll(async () => Number(await list()) < Date.now() + 60_000, POLLING).toBe(true)
})

test('what was done by a clock that was ahead hides nothing that another device has done since', async ({
  page,
  context,
  user,
}) => {
  const id = await user.addNote('Compra', 'Pan')
  await setAhead(page)
  await openList(page, ['Compra'])
  await card(page, 'Compra').getByRole('link').click()
  await write(page, { content: 'Pan y leche' })
  await save(page)
  await expectNoWriteUnderWay(page)
  await page.close()
  await user.changeNote(id, 'Compra de hoy', 'Vino')
  const later = await openTab(context, '/notas')
  await expectCards(later, ['Compra de hoy'])
  await expect(card(later, 'Compra de hoy')).toContainText('Vino')
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
