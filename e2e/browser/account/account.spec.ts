import { readFileSync } from 'node:fs'
import { hashToken } from '@/server/store/tokens'
import { button, fillTrash, region, typePasswords } from '../../support/account'
import { collectCalls, expectScreen, open } from '../../support/actions'
import { jsonOf, listTitles, logIn, notesStatus } from '../../support/api-client'
import { readAllStorage } from '../../support/browser-storage'
import { execute } from '../../support/database'
import { writeDraft } from '../../support/drafts'
import { expect, startSession, signedInTest as test, test as visitorTest } from '../../support/fixtures'
import { signInWithOidc } from '../../support/oidc-calls'
import { linkIn } from '../../support/servers/mail'

const LOGIN_TOO_OLD = 'Vuelve a iniciar sesión para hacer esto.'

function setLoginTime(host: { databaseUrl: string }, token: string, time: number) {
  return execute(host, 'UPDATE sessions SET created_at = ? WHERE token_hash = ?', time, hashToken(token))
}

test('the screen says whose account it is, and the question at a sign-out what the browser keeps', async ({
  page,
  user,
}) => {
  const mine = page.getByText(`Has iniciado sesión como ${user.email}`, { exact: true })
  await open(page, '/create-note')
  await writeDraft(page, { content: 'Pan' })
  await open(page, '/cuenta')
  await expect(mine).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    'El historial del navegador conserva los títulos de las notas que has abierto.',
  )
  await page.keyboard.press('Escape')
  // After the sign-in of a host that told no email.
  await page.evaluate(() => {
    const { token } = localStorage
    localStorage.setItem('user', JSON.stringify([token, token]))
  })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Ver sesiones' })).toBeVisible()
  await expect(page.getByText('Has iniciado sesión como')).toBeHidden()
})

test('a deleted note is restored from the trash, and another is deleted for good', async ({ page, user }) => {
  const long = 'Compra '.repeat(20).trim()
  await fillTrash(user, ['Uno', 'Dos', 'Tres', long])
  await open(page, '/cuenta')
  const trash = region(page, 'Papelera')
  await expect(trash).toContainText('Las notas eliminadas se guardan aquí un tiempo, por si')
  await button(page, 'Ver papelera').click()
  await expect(trash).toContainText('Las notas eliminadas se guardan aquí 30 días, por si')
  await expect(trash.getByRole('listitem')).toHaveText([RegExp(`^${long}Elim`), /^Tres/, /^Dos/, /^Uno/])
  await button(page, `Restaurar nota: ${long}`).click()
  await expect(trash.getByRole('status')).toHaveText(
    '«Compra Compra Compra Compra Compra Compra Compra C...» está otra vez entre tus notas.',
  )
  await button(page, 'Restaurar nota: Dos').click()
  await expect(trash.getByText('«Dos» está otra vez entre tus notas.')).toBeVisible()
  await button(page, 'Eliminar para siempre: Tres').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(trash.getByRole('listitem')).toHaveText([/^Uno/])
  await button(page, 'Vaciar papelera').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Vaciar' }).click()
  await expect(trash.getByText('La papelera está vacía.')).toBeVisible()
  expect(await listTitles(user)).toEqual(['Dos', long])
  expect(jsonOf(await user.call('GET', '/api/trash'))).toEqual([])
})

test('a trash of many notes is shown in parts', async ({ page }) => {
  const notes = Array.from({ length: 205 }, (_, at) => ({
    _id: String(at),
    title: `Nota ${at}`,
    content: '',
    deletedAt: 1,
  }))
  await page.route('**/api/trash', (route) => route.fulfill({ json: notes, headers: { 'Notas-Trash': '1' } }))
  await open(page, '/cuenta')
  await button(page, 'Ver papelera').click()
  const rows = region(page, 'Papelera').getByRole('listitem')
  await expect(rows).toHaveCount(100)
  await expect(page.getByText('Las notas eliminadas se guardan aquí 1 día, por si')).toBeVisible()
  const more = button(page, 'Ver más')
  await more.click()
  await expect(rows).toHaveCount(200)
  await expect(rows.nth(100)).toBeFocused()
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(205)
  await expect(rows.nth(200)).toBeFocused()
  await expect(more).toBeHidden()
})

test('the password is changed with the one in use, and other sessions end', async ({
  page,
  host,
  user,
  expectConsole,
}) => {
  expectConsole(/403|400|No se ha podido hacer/)
  const other = await logIn(host, user)
  await open(page, '/cuenta')
  await button(page, 'Ver sesiones').click()
  await expect(button(page, 'Cerrar las demás')).toBeVisible()
  const [current, next] = [page.getByLabel('Contraseña actual'), page.getByLabel('Nueva contraseña')]
  const change = button(page, 'Cambiar contraseña')
  await change.click()
  await expect(page.getByText('Escribe tu contraseña actual.')).toBeVisible()
  await expect(page.getByText('La contraseña debe tener al menos 6 caracteres.')).toBeVisible()
  await expect(current).toBeFocused()
  const calls = collectCalls(page)
  await typePasswords(page, 'otra clave', 'corta')
  await change.click()
  await expect(next).toBeFocused()
  expect(calls).toEqual([])
  await next.fill('una clave nueva')
  await change.click()
  await expect(page.getByText('La contraseña actual no es correcta.')).toBeVisible()
  await current.fill(user.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Contraseña cambiada. Las demás sesiones se han cerrado.')).toBeVisible()
  await expect(current).toHaveValue('')
  await expect(next).toHaveValue('')
  await expect(button(page, 'Ver sesiones')).toBeVisible()
  await expect(button(page, 'Cerrar las demás')).toBeHidden()
  expect(await notesStatus(host, other)).toBe(401)
})

test('the foot of the screen has the version of the front end, and password managers find the name of the account beside each password', async ({
  page,
  user,
}) => {
  await open(page, '/cuenta')
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const { sources } = JSON.parse(readFileSync('out/build.json', 'utf8'))
  await expect(page.getByText(`Notas ${version} (${sources.slice(0, 7)})`)).toBeVisible()
  await button(page, 'Eliminar cuenta').click()
  const fields = page.getByRole('dialog').locator('form')
  await fields.waitFor()
  for (const form of [fields, region(page, 'Contraseña').locator('form')]) {
    const name = form.locator('input[autocomplete=username]')
    await expect(name).toHaveValue(user.email)
    await expect(name).toBeHidden()
    await expect(form.locator('input[autocomplete=current-password]')).toBeVisible()
  }
  await expect(page.locator('input[autocomplete=new-password]')).toBeVisible()
})

visitorTest(
  'an account that came from a provider gets a link for a password by mail, and is deleted with its email',
  async ({ page, context, host, oidcAccount, mail, expectConsole }) => {
    expectConsole(/Failed to load resource.* 40[134]|Error 404|No se ha podido hacer/)
    const { token, email } = await signInWithOidc(host, oidcAccount)
    await startSession(context, host.origin, { token, email })
    await open(page, '/cuenta')
    const change = button(page, 'Cambiar contraseña')
    await change.click()
    await expect(region(page, 'Contraseña').getByRole('status')).toHaveText(
      'Si hay una cuenta con ese correo, en unos minutos recibirás en él un enlace para elegir otra contraseña.',
    )
    expect(linkIn((await mail.mailsTo(email))[0])).toContain('/reset-password/#token=')
    await page.route('**/api/auth/forgot', (route) => route.fulfill({ status: 404, body: '' }))
    await change.click()
    await expect(page.getByText('Este sitio no puede hacerlo. Pregunta a quien lo administra.')).toBeVisible()

    await signInWithOidc(host, oidcAccount)
    await button(page, 'Ver sesiones').click()
    const sessions = region(page, 'Sesiones').getByRole('listitem')
    await expect(sessions).toHaveCount(2)
    await setLoginTime(host, token, Date.now() - 600_000)
    await button(page, 'Cerrar las demás').click()
    await expect(region(page, 'Sesiones').getByRole('alert')).toHaveText(LOGIN_TOO_OLD)
    await button(page, 'Eliminar cuenta').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill(email)
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(LOGIN_TOO_OLD)).toBeVisible()
    await setLoginTime(host, token, Date.now())
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await button(page, 'Cerrar las demás').click()
    await expect(sessions).toHaveCount(1)

    await button(page, 'Eliminar cuenta').click()
    await dialog.getByLabel('Email').fill('otra@correo.es')
    await dialog.getByRole('button', { name: 'Eliminar cuenta' }).click()
    await expect(dialog.getByText('Ese no es el correo de tu cuenta.')).toBeVisible()
    await dialog.getByLabel('Email').fill(` ${email} `)
    await page.keyboard.press('Enter')
    await expectScreen(page, '/')
    await expect.poll(() => readAllStorage(page)).not.toContain(email)
  },
)

test('on a host that knows only the seven calls each button says so', async ({ page, expectConsole }) => {
  expectConsole(/404|Unexpected response|Error 200/)
  const calls = collectCalls(page)
  await open(page, '/cuenta')
  const responses = [
    { status: 404, body: '' },
    { status: 200, body: '' },
    { status: 200, json: {} },
    { status: 200, body: '<!doctype html>', contentType: 'text/html' },
  ]
  for (const response of responses) {
    await page.route(/\/api\/(account|trash)/, (route) => route.fulfill(response))
    for (const [section, name] of [
      ['Papelera', 'Ver papelera'],
      ['Contraseña', 'Cambiar contraseña'],
      ['Sesiones', 'Ver sesiones'],
      ['Eliminar cuenta', 'Eliminar cuenta'],
    ] as const) {
      const count = calls.length
      await button(page, name).click()
      await expect.poll(() => calls.length).toBe(count + 1)
      await expect(region(page, section).getByRole('alert'), JSON.stringify(response)).toHaveText(
        'Este sitio no puede hacerlo. Pregunta a quien lo administra.',
      )
    }
  }
  expect(calls.filter((call) => !/account|trash/.test(call))).toEqual([])
})
