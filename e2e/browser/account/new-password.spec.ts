import type { Page, Route } from '@playwright/test'
import { button, region, typePasswords } from '../../support/account'
import {
  collectCalls,
  expectCards,
  expectScreen,
  loseResponses,
  open,
  pauseCalls,
  returnToList,
  save,
  saveAndExpectFailure,
  write,
} from '../../support/actions'
import { call, jsonOf, listNotes, logIn, notesStatus } from '../../support/api-client'
import { openCachedList, readAllStorage, readToken } from '../../support/browser-storage'
import { writeDraft } from '../../support/drafts'
import { createUser, expect, storeSession, signedInTest as test, type User } from '../../support/fixtures'
import { chooseFiles, startImport, takeoutOf } from '../../support/transfer/choose-files'

const NEW = 'una clave nueva'
const CHANGED = 'Contraseña cambiada. Las demás sesiones se han cerrado.'
const ENDED = 'Tu sesión ha terminado.'

async function pressChange(page: Page, { password }: User): Promise<void> {
  await typePasswords(page, password, NEW)
  await button(page, 'Cambiar contraseña').click()
}

async function changePassword(page: Page, user: User): Promise<void> {
  await pressChange(page, user)
  await expect(page.getByText(CHANGED)).toBeVisible()
}

test('a new password ends the token it was changed with, and all tabs go on with another', async ({
  page,
  context,
  host,
  user,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|Failed to fetch|Error al guardar la nota/)
  const id = await user.addNote('Plantas')
  const [account, list, editor] = [page, await context.newPage(), await context.newPage()]
  const waiting = await context.newPage()
  await openCachedList(list, ['Plantas'])
  await open(editor, `/note-editor/${id}`)
  await writeDraft(editor, { content: 'Riego' })
  await open(waiting, '/create-note')
  await context.route('**/api/notes', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await write(waiting, { title: 'Compras' })
  await saveAndExpectFailure(waiting)
  await open(account, '/cuenta')
  await changePassword(account, user)

  await expect.poll(() => notesStatus(host, user.token)).toBe(401)
  const token = String(await readToken(account))
  expect(await account.evaluate(() => localStorage.getItem('user'))).toBe(JSON.stringify([token, user.email]))
  for (const secret of [NEW, user.password, user.token])
    expect(await readAllStorage(account)).not.toContain(secret)
  await expectCards(list, ['Plantas'])
  await save(editor)
  await expectScreen(editor, '/notas')
  await context.unroute('**/api/notes')
  await waiting.evaluate(() => dispatchEvent(new Event('online')))
  await expect
    .poll(() => listNotes(host, { token }))
    .toMatchObject([{ title: 'Compras' }, { content: 'Riego' }])
  await button(account, 'Ver sesiones').click()
  await expect(region(account, 'Sesiones').getByRole('listitem')).toHaveText([/Este dispositivo/])
  for (const tab of [account, list, editor, waiting]) await expect(tab.getByText(ENDED)).toHaveCount(0)

  await account.route('**/api/**', (route) => route.abort())
  await returnToList(account, ['Compras', 'Plantas'])
})

test('an import goes on although calls of it reach the host with the token that a change in another tab has ended', async ({
  page,
  context,
  host,
  user,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource.* 401|Error al guardar la nota|AggregateError/)
  const account = await context.newPage()
  for (const tab of [account, page]) await open(tab, '/cuenta')
  const titles = Array.from({ length: 40 }, (_, at) => `Nota ${at}`)
  await chooseFiles(page, takeoutOf(titles))
  const release = await pauseCalls(page, '**/api/notes', 'POST')
  const calls = collectCalls(page)
  await startImport(page)
  await expect.poll(() => calls.filter((one) => one === 'POST /api/notes')).toHaveLength(6)
  await changePassword(account, user)
  await expect.poll(() => notesStatus(host, user.token)).toBe(401)
  release()
  await expect(page.getByText('Se han importado 40 notas.')).toBeVisible()
  const notes = await listNotes(host, { token: String(await readToken(page)) })
  expect(notes.map(({ title }) => title).sort()).toEqual(titles.sort())
})

test('without an answer to the login the token stays, until one comes or the page closes', async ({
  page,
  host,
  user,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|Failed to fetch|Error durante el inicio de sesión/)
  await open(page, '/cuenta')
  await page.clock.install()
  const failed = () =>
    page.waitForEvent(
      'console',
      (message) =>
        message.text().includes('Error durante el inicio de sesión') ||
        message.text().includes('Failed to fetch'),
    )
  const answers = [
    (route: Route) => route.abort(),
    (route: Route) => route.fulfill({ status: 429, json: { message: 'No.' } }),
    (route: Route) => route.fulfill({ status: 503, json: { message: 'No.' } }),
    async (route: Route) => {
      await route.fetch()
      await route.abort()
    },
  ]
  let attempts = 0
  await page.route('**/api/auth/login', (route) => (answers[attempts++] ?? ((it) => it.continue()))(route))
  for (const [at, delay] of [0, 5, 10, 20].entries()) {
    const failure = failed()
    if (at === 0) await changePassword(page, user)
    else await page.clock.runFor(delay * 1000)
    await failure
    expect([attempts, await readToken(page)]).toEqual([at + 1, user.token])
    expect(await notesStatus(host, user.token)).toBe(200)
  }
  await loseResponses(page, '**/api/auth/logout', 'POST')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => readToken(page)).not.toBe(user.token)
  await expect.poll(() => notesStatus(host, user.token)).toBe(401)
  expect(await notesStatus(host, String(await readToken(page)))).toBe(200)
})

test('a login that is refused is not repeated, and one that the storage has no room for is ended', async ({
  page,
  host,
  user,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|Error durante el inicio de sesión/)
  await open(page, '/cuenta')
  await page.clock.install()
  const calls = collectCalls(page)
  const logins = () => calls.filter((one) => one.endsWith('login')).length
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 401, json: { message: 'No.' } }))
  await changePassword(page, user)
  await page.clock.runFor('10:00')
  expect([logins(), await readToken(page)]).toEqual([1, user.token])
  await page.unroute('**/api/auth/login')

  await page.evaluate(() => {
    const set = Storage.prototype.setItem
    let sets = 0
    Storage.prototype.setItem = function (name, value) {
      if (name === 'token' && ++sets === 1) throw new DOMException('full', 'QuotaExceededError')
      set.call(this, name, value)
    }
  })
  const ended = page.waitForRequest('**/api/auth/logout')
  await changePassword(page, { ...user, password: NEW })
  expect((await ended).headers().authorization).not.toBe(`Bearer ${user.token}`)
  const stored = await page.evaluate(() => ({ ...localStorage }))
  expect(stored).toMatchObject({ token: user.token, user: JSON.stringify([user.token, user.email]) })
  expect(await notesStatus(host, user.token)).toBe(200)
  await expect.poll(async () => jsonOf(await user.call('GET', '/api/account/sessions'))).toHaveLength(1)
})

test('who signs out, or another who signs in, while the login is under way stays so', async ({
  page,
  context,
  host,
  user,
}) => {
  const other = await createUser(host)
  await open(page, '/cuenta')
  const changed = () => page.waitForResponse('**/api/account/password')
  const release = await pauseCalls(page, '**/api/auth/login', 'POST')
  const first = changed()
  await pressChange(page, user)
  await first
  await button(page, 'Cerrar sesión').click()
  await expectScreen(page, '/')
  const ended = page.waitForResponse('**/api/auth/logout')
  release()
  await ended
  expect(await readToken(page)).toBeNull()
  const token = await logIn(host, { ...user, password: NEW })
  await expect
    .poll(async () => jsonOf(await call(host, 'GET', '/api/account/sessions', { token })))
    .toHaveLength(1)

  await page.unrouteAll()
  const tab = await context.newPage()
  await open(tab, '/')
  await storeSession(tab, { ...user, token })
  await open(page, '/cuenta')
  const resume = await pauseCalls(page, '**/api/auth/login', 'POST')
  const second = changed()
  await pressChange(page, { ...user, password: NEW })
  await second
  await storeSession(tab, other)
  const gone = page.waitForResponse('**/api/auth/logout')
  resume()
  await gone
  expect(await readToken(page)).toBe(other.token)
  expect(await notesStatus(host, other.token)).toBe(200)
})
