import type { Page, Route } from '@playwright/test'
import { button, signInElsewhere, typePasswords } from '../../support/account'
import { collectCalls, open, openTab, pauseCalls } from '../../support/actions'
import { readToken } from '../../support/browser-storage'
import { expectDrafts, writeDraft } from '../../support/drafts'
import { createUser, expect, signedInTest as test, type User } from '../../support/fixtures'
import { chooseFiles, takeoutOf } from '../../support/transfer/choose-files'
import { readZip } from '../../support/transfer/read-zip'

const dialog = (page: Page) => page.getByRole('dialog')

async function signInOther(page: Page, other: User): Promise<void> {
  await signInElsewhere(page, other)
  await expect(page.getByText(`Has iniciado sesión como ${other.email}`, { exact: true })).toBeVisible()
}

async function confirmDeletion(page: Page): Promise<void> {
  await button(page, 'Eliminar cuenta').click()
  await dialog(page).getByLabel('Contraseña').fill('una clave')
  await dialog(page).getByRole('button', { name: 'Eliminar cuenta' }).click()
}

/** Confirms the deletion of the account, whose answer comes when what is returned is called. */
async function confirmPausedDeletion(page: Page, answer: (route: Route) => Promise<void>) {
  const release = await pauseCalls(page, '**/api/account', 'DELETE', (route) =>
    route.request().method() === 'DELETE' ? answer(route) : route.continue(),
  )
  const sent = page.waitForRequest((request) => request.method() === 'DELETE')
  await confirmDeletion(page)
  await sent
  return release
}

async function pressChange(page: Page, password: string): Promise<void> {
  await typePasswords(page, password, 'una clave nueva')
  await button(page, 'Cambiar contraseña').click()
}

test('an account whose deletion is answered after another user has signed in takes along neither session nor texts of that user', async ({
  page,
  context,
  host,
}) => {
  const other = await createUser(host)
  await open(page, '/cuenta')
  const release = await confirmPausedDeletion(page, (route) => route.fulfill({ status: 204 }))
  await signInOther(page, other)
  const form = await openTab(context, '/create-note')
  await writeDraft(form, { content: 'Pan' })
  const answered = page.waitForResponse((response) => response.request().method() === 'DELETE')
  release()
  await answered
  await button(page, 'Ver sesiones').click()
  await expect(page.getByText('Este dispositivo')).toBeVisible()
  expect(await readToken(page)).toBe(other.token)
  await expectDrafts(form, ['Pan'])
})

test('a deletion without an answer says nothing about the account of a user who signs in meanwhile', async ({
  page,
  host,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|Failed to fetch|Error 401|No se ha podido hacer/)
  const other = await createUser(host)
  await open(page, '/cuenta')
  const abort = await confirmPausedDeletion(page, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await signInOther(page, other)
  abort()
  await failed
  await page.route('**/api/account', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 401, body: '' }) : route.continue(),
  )
  await page.route('**/api/notes', (route) => route.fulfill({ status: 401, body: '' }))
  await confirmDeletion(page)
  await expect(page.getByText('Tu sesión ha terminado.')).toBeVisible()
  expect(await readToken(page)).toBe(other.token)
})

test('a new password whose change had no answer is not tried for a user who signs in meanwhile', async ({
  page,
  host,
  user,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|Failed to fetch|Error 403|No se ha podido hacer/)
  const other = await createUser(host)
  await open(page, '/cuenta')
  const abort = await pauseCalls(page, '**/api/account/password', 'PUT', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  const sent = page.waitForRequest('**/api/account/password')
  await pressChange(page, user.password)
  await sent
  await signInOther(page, other)
  abort()
  await failed
  await page.unroute('**/api/account/password')
  const calls = collectCalls(page)
  await pressChange(page, 'no es esta')
  await expect(page.getByText('La contraseña actual no es correcta.')).toBeVisible()
  expect(calls).toEqual(['GET /api/account', 'PUT /api/account/password'])
})

for (const { name, method, path, press } of [
  {
    name: 'a new password',
    method: 'PUT',
    path: '/api/account/password',
    press: (page: Page, { password }: User) => pressChange(page, password),
  },
  {
    name: 'the end of other sessions',
    method: 'DELETE',
    path: '/api/account/sessions',
    press: async (page: Page) => {
      await button(page, 'Ver sesiones').click()
      await button(page, 'Cerrar las demás').click()
    },
  },
]) {
  test(`${name} is asked for with the token of the user who has pressed, though another signs in meanwhile`, async ({
    page,
    host,
    user,
  }) => {
    const other = await createUser(host)
    const session = { id: 'a', isCurrent: false, createdAt: 1, lastUsedAt: 1, client: 'Firefox' }
    const sessions = [session, { ...session, id: 'b' }]
    await page.route('**/api/account/sessions', (route) => route.fulfill({ json: sessions }))
    const asked = page.waitForRequest('**/api/account')
    const release = await pauseCalls(page, '**/api/account', 'GET', (route) =>
      route.fulfill({ json: { email: user.email, userName: 'Ana', hasPassword: method === 'PUT' } }),
    )
    await page.route('**/api/account/password', (route) => route.fulfill({ status: 204 }))
    await open(page, '/cuenta')
    await press(page, user)
    await asked
    await signInOther(page, other)
    const sent = page.waitForRequest((request) => request.method() === method && request.url().endsWith(path))
    release()
    expect((await sent).headers().authorization).toBe(`Bearer ${user.token}`)
  })
}

test('a download that a user has pressed is not saved in the session of another', async ({
  page,
  host,
  user,
  expectConsole,
}) => {
  await user.addNote('Secreto')
  const other = await createUser(host)
  await other.addNote('Plantas')
  await open(page, '/cuenta')
  const downloads: string[] = []
  page.on('download', (download) => downloads.push(download.suggestedFilename()))
  const download = button(page, 'Descargar notas')

  await test.step('while the code is loaded', async () => {
    const release = await pauseCalls(page, '**/_next/static/**/*.js')
    await download.click()
    await signInOther(page, other)
    const listed = page.waitForResponse('**/api/notes')
    release()
    await listed
  })

  await test.step('while the list is read', async () => {
    const release = await pauseCalls(page, '**/api/notes', 'GET')
    const asked = page.waitForRequest('**/api/notes')
    await download.click()
    const request = await asked
    await signInOther(page, user)
    release()
    await request.response()
    await page.unroute('**/api/notes')
  })

  await test.step('before the cached list is read', async () => {
    expectConsole(/Failed to load resource/)
    const release = await pauseCalls(page, '**/api/notes', 'GET', (route) => route.fulfill({ status: 503 }))
    const asked = page.waitForRequest('**/api/notes')
    await download.click()
    const request = await asked
    await signInOther(page, other)
    release()
    await request.response()
    await page.unroute('**/api/notes')
  })

  const downloading = page.waitForEvent('download')
  await download.click()
  expect(Object.keys(await readZip(await (await downloading).path()))).toContain('notas/Plantas.md')
  expect(downloads).toHaveLength(1)
})

test('files that a user has chosen are not read in the session of another', async ({ page, host }) => {
  const other = await createUser(host)
  await open(page, '/cuenta')
  const release = await pauseCalls(page, '**/_next/static/**/*.js')
  const loading = page.waitForRequest('**/_next/static/**/*.js')
  await page
    .getByLabel('Importar notas')
    .setInputFiles({ name: 'Secreto.md', mimeType: '', buffer: Buffer.from('Secreto') })
  await loading
  await signInOther(page, other)
  const calls = collectCalls(page)
  release()
  await chooseFiles(page, takeoutOf(['Uno', 'Dos']))
  await expect(page.getByText('Se importarán 2 notas.')).toBeVisible()
  expect(calls).toEqual(['GET /api/notes'])
})
