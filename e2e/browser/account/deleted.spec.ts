import { button, fillTrash } from '../../support/account'
import { expectScreen, open, openList } from '../../support/actions'
import { call } from '../../support/api-client'
import { expectCachedList, installServiceWorker, readAllStorage } from '../../support/browser-storage'
import { writeDraft } from '../../support/drafts'
import { expect, signedInTest as test } from '../../support/fixtures'
import { chooseFiles, startImport, takeoutOf } from '../../support/transfer/choose-files'
import { readZip } from '../../support/transfer/read-zip'

test.use({ serviceWorkers: 'allow' })

test('an account is deleted once its notes were offered and its password typed, and leaves nothing in the browser', async ({
  page,
  context,
  host,
  user,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource.* 40[13]|No se ha podido hacer|No token found/)
  const id = await user.addNote('Plantas secretas')
  const [list, editor, account] = [page, await context.newPage(), await context.newPage()]
  await open(editor, `/note-editor/${id}`)
  await writeDraft(editor, { content: 'Borrador secreto' })
  await fillTrash(user, ['Basura secreta'])
  await open(account, '/cuenta')
  await button(account, 'Ver papelera').click()
  await account.getByText('Basura secreta').waitFor()
  await openList(list, ['Plantas secretas'])
  await expectCachedList(list, ['Plantas secretas'])
  await installServiceWorker(list)
  const leaving = await context.newPage()
  await open(leaving, '/cuenta')

  await leaving.evaluate(async () => {
    localStorage.setItem('notas-no-shortcuts', 'yes')
    await (await caches.open('notas-shared')).put('/1', new Response('{"content":"secreto"}'))
  })

  await button(leaving, 'Eliminar cuenta').click()
  const dialog = leaving.getByRole('dialog')
  await expect(
    dialog.getByText('Lo que no has guardado también se borra, y la descarga no lo incluye.'),
  ).toBeVisible()
  const downloading = leaving.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Descargar notas' }).click()
  const files = await readZip(await (await downloading).path())
  expect(Object.keys(files)).toContain('notas/Plantas secretas.md')
  await expect(dialog.getByText('Se ha descargado 1 nota.')).toBeVisible()
  await dialog.getByLabel('Contraseña').fill('otra clave')
  await dialog.getByRole('button', { name: 'Eliminar cuenta' }).click()
  await expect(dialog.getByText('La contraseña actual no es correcta.')).toBeVisible()
  expect((await user.call('GET', '/api/notes')).status).toBe(200)
  await dialog.getByLabel('Contraseña').fill(user.password)
  await leaving.keyboard.press('Enter')

  await expectScreen(leaving, '/')
  await expect(leaving.getByText('Tu cuenta se ha eliminado.')).toBeVisible()
  for (const tab of [list, account]) await expect(tab.getByText('Tu sesión ha terminado.')).toBeVisible()
  await expect(editor.getByPlaceholder('Título de la nota')).toHaveValue('')
  await expect(editor.getByPlaceholder('Título de la nota')).toBeDisabled()
  const unsaved = editor.getByText('No has iniciado sesión: lo que escribas aquí no se puede guardar.')
  await expect(unsaved).toBeVisible()
  for (const tab of [list, account, editor]) await expect(tab.getByText('secret')).toHaveCount(0)
  await expect
    .poll(() => leaving.evaluate(() => JSON.stringify([localStorage, sessionStorage])))
    .toBe('[{},{}]')
  const stored = async () => {
    const all = await readAllStorage(leaving)
    return [user.email, user.token, 'secret'].filter((text) => all.includes(text))
  }
  await expect.poll(stored).toEqual([])
  expect((await user.call('GET', '/api/notes')).status).toBe(401)
  expect((await call(host, 'POST', '/api/auth/login', { json: user })).status).toBe(401)
})

test('a download before the deletion leaves an import that is under way', async ({ page }) => {
  await open(page, '/cuenta')
  await chooseFiles(page, takeoutOf(['Uno', 'Dos']))
  await page.getByText('Se importarán 2 notas.').waitFor()
  await button(page, 'Eliminar cuenta').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Descargar notas' }).click()
  await expect(dialog.getByText('Se han descargado 0 notas.')).toBeVisible()
  await expect(dialog.getByText('Lo que no has guardado')).toBeHidden()
  await page.keyboard.press('Escape')
  await startImport(page)
  await expect(page.getByText('Se han importado 2 notas.')).toBeVisible()
})
