import {
  confirmSignOut,
  expectCards,
  expectScreen,
  openList,
  pressSignOut,
  reloadList,
  save,
  signIn,
  writeNew,
} from '../../support/actions'
import { logIn } from '../../support/api-client'
import { readAllStorage } from '../../support/browser-storage'
import { expectDrafts, newDraftBanner } from '../../support/drafts'
import { createUser } from '../../support/fixtures'
import {
  createNote,
  expect,
  expectNothingToSave,
  expectNoWriteUnderWay,
  isCreate,
  leaveWaiting,
  logInHere,
  reconnect,
  refuseWrites,
  saveNewWithoutAnswer,
  saveWithoutAnswer,
  showPageAgain,
  writeTest as test,
  toSave,
} from '../../support/write-fixtures'

const SECRET = { title: 'Secreto', content: 'Pan' }

test.beforeEach(({ faultyProxy: proxy, expectConsole }) => {
  expectConsole(/No token found/)
  proxy.fault = refuseWrites
})

test('a session that has ended leaves what waits, and the next login of the same person sends it; Cerrar sesión removes it', async ({
  page,
  faultyProxy: proxy,
  host,
  user,
  storedTitles,
}) => {
  await saveWithoutAnswer(page, SECRET)
  await user.call('POST', '/api/auth/logout')
  proxy.calls.length = 0
  await reconnect(proxy, page)
  await expect.poll(() => proxy.calls.length).toBeGreaterThan(0)
  await expectNoWriteUnderWay(page)
  await expectScreen(page, '/create-note')

  await signIn(page, { ...user, email: user.email.toUpperCase() })
  const again = { ...user, token: await logIn(host, user) }
  await expect.poll(() => storedTitles(again)).toEqual(['Secreto'])
  await expectNothingToSave(page)
  await reloadList(page, ['Secreto'])

  await test.step('Cerrar sesión asks once, and removes what waits', async () => {
    proxy.fault = refuseWrites
    await saveNewWithoutAnswer(page, { title: 'Regalo', content: 'Pan' })
    await leaveWaiting(page)
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    const dialog = page.getByRole('dialog', { name: '¿Cerrar sesión y borrar lo que no has guardado?' })
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await expect(toSave(page)).toBeVisible()
    await confirmSignOut(page)
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect.poll(() => readAllStorage(page)).not.toContain('Regalo')

    proxy.fault = () => undefined
    await signIn(page, user)
    await expectCards(page, ['Secreto'])
    await expect(toSave(page)).toBeHidden()
    await createNote(page, 'Otra')
    await expectNoWriteUnderWay(page)
    expect(await storedTitles(again)).toEqual(['Otra', 'Secreto'])
  })
})

test('another person who logs in sends nothing and sees nothing, and the first one finds it sent later', async ({
  page,
  context,
  faultyProxy: proxy,
  host,
  user,
  storedTitles,
}) => {
  const next = await createUser(host)
  await saveWithoutAnswer(page, SECRET)
  // The session ends without Cerrar sesión.
  await page.evaluate(() => localStorage.removeItem('token'))
  proxy.fault = () => undefined
  await signIn(page, next)
  await expect(page.getByText('Create your note!')).toBeVisible()
  await expectNothingToSave(page)
  await showPageAgain(page)
  await context.setOffline(true)
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Crear nota' }).click()
  await expect(page.getByRole('button', { name: 'Guardar' })).toBeEnabled()
  await expect(newDraftBanner(page)).toBeHidden()
  await page.getByRole('link', { name: 'Volver' }).click()
  await createNote(page, 'Mío')
  await expectCards(page, ['Mío'])
  await expectNoWriteUnderWay(page)
  await expect(page.getByText('Secreto')).toBeHidden()
  expect(await storedTitles(next)).toEqual(['Mío'])
  expect(await storedTitles()).toEqual([])

  await pressSignOut(page)
  await logInHere(page, user)
  await expect.poll(() => storedTitles()).toEqual(['Secreto'])
  await expect(toSave(page)).toBeHidden()
  expect(await storedTitles(next)).toEqual(['Mío'])
})

test('what waits survives a killed browser, and is sent at the next opening', async ({
  profile,
  faultyProxy: proxy,
  user,
  storedTitles,
}) => {
  const page = await (await profile.start()).newPage()
  await signIn(page, user)
  await saveWithoutAnswer(page, SECRET)
  await profile.kill()

  proxy.fault = () => undefined
  const next = await (await profile.start()).newPage()
  // A killed browser may have lost its localStorage.
  await signIn(next, user)
  await expect.poll(() => storedTitles()).toEqual(['Secreto'])
  await openList(next, ['Secreto'])
  await expectNothingToSave(next)
  await expectDrafts(next, [])

  await test.step('a browser killed while the host responds does not send the note a second time', async () => {
    await writeNew(next, { title: 'Segundo' })
    await expectDrafts(next, [''])
    proxy.holdAnswers(isCreate)
    await save(next)
    await expect.poll(() => storedTitles()).toEqual(['Segundo', 'Secreto'])
    await profile.kill()

    proxy.fault = () => undefined
    const last = await (await profile.start()).newPage()
    await signIn(last, user)
    await expectCards(last, ['Segundo', 'Secreto'])
    await expectNoWriteUnderWay(last)
    await createNote(last, 'Otra')
    await expectNoWriteUnderWay(last)
    expect(await storedTitles()).toEqual(['Otra', 'Segundo', 'Secreto'])
    await expectNothingToSave(last)
  })
})
