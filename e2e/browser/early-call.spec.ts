import {
  collectCalls,
  expectCards,
  open,
  openWithoutScripts,
  pauseCalls,
  returnToList,
} from '../support/actions'
import { openBlankPage } from '../support/browser-storage'
import { createUser, expect, storeSession, signedInTest as test } from '../support/fixtures'

test("the list's one call goes out, and the first titles show in place of their bars, before a script has come", async ({
  page,
  user,
}) => {
  await user.addNote('Compra')
  await user.addNote('')
  await user.addNote('Comillas "dobles" y \\barras')
  const calls = collectCalls(page)
  const response = page.waitForResponse('**/api/notes')
  const release = await openWithoutScripts(page, '/notas/')
  expect((await response).status()).toBe(200)
  await expect(page.locator('main')).toHaveText('Crear notaCargando...Comillas "dobles" y \\barrasCompra')
  await expect(page.getByRole('article')).toHaveCount(0)
  release()
  await expectCards(page, ['Comillas "dobles" y \\barras', '', 'Compra'])
  expect(calls).toEqual(['GET /api/notes'])

  await page.getByRole('link', { name: 'Crear nota' }).click()
  await returnToList(page, ['Comillas "dobles" y \\barras', '', 'Compra'])
  await expect.poll(() => calls).toEqual(['GET /api/notes', 'GET /api/notes'])
})

for (const when of ['arrive after another tab has signed out', 'show before another tab signs out'])
  test(`titles that ${when} do not show any more`, async ({ page, context, user }) => {
    const isLate = when.startsWith('arrive')
    await user.addNote('Plantas')
    const respond = await pauseCalls(page, '**/api/notes')
    const response = page.waitForResponse('**/api/notes')
    if (!isLate) respond()
    const release = await openWithoutScripts(page, '/notas/')
    if (!isLate) await expect(page.locator('main')).toContainText('Plantas')
    const other = await openBlankPage(context)
    await other.evaluate(() => localStorage.removeItem('token'))
    respond()
    await (await response).finished()
    await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve))))
    await expect(page.locator('main')).not.toContainText('Plantas')
    release()
    await expect(page.getByText('Tu sesión ha terminado.')).toBeVisible()
  })

test("a note's one call goes out before a script has come, and a screen that needs none sends nothing", async ({
  page,
  user,
}) => {
  const id = await user.addNote('Plantas', 'Riego')
  const calls = collectCalls(page)
  const response = page.waitForResponse(`**/api/notes/${id}`)
  const release = await openWithoutScripts(page, `/note-editor/${id}/`)
  expect((await response).status()).toBe(200)
  release()
  await expect(page.getByPlaceholder('Título de la nota')).toHaveValue('Plantas')
  expect(calls.splice(0)).toEqual([`GET /api/notes/${id}`])

  for (const path of ['/create-note/', '/note-editor/', '/register/']) {
    await open(page, path)
    await expect(page.locator('button:enabled').first()).toBeVisible()
    expect(calls, path).toEqual([])
  }
})

test('a token that changed before the scripts came is asked for its own list', async ({
  page,
  host,
  user,
}) => {
  const other = await createUser(host)
  await Promise.all([user.addNote('Plantas'), other.addNote('Compra')])
  const calls = collectCalls(page)
  const release = await openWithoutScripts(page, '/notas/')
  await expect.poll(() => calls).toEqual(['GET /api/notes'])
  await storeSession(page, other)
  release()
  await expectCards(page, ['Compra'])
  expect(calls).toEqual(['GET /api/notes', 'GET /api/notes'])
})

test('where the stored ETag is malformed, the list is not asked for before the scripts come, and once after', async ({
  page,
  user,
}) => {
  await user.addNote('Plantas')
  await page.addInitScript(() => localStorage.setItem('notas-list-etag', '{'))
  const calls = collectCalls(page)
  const release = await openWithoutScripts(page, '/notas/')
  await expect(page.locator('main')).toContainText('Cargando...')
  expect(calls).toEqual([])
  release()
  await expectCards(page, ['Plantas'])
  expect(calls).toEqual(['GET /api/notes'])
})
