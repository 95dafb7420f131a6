import { collectCalls, expectCards, expectScreen, fillLogin, saveToList, writeNew } from '../support/actions'
import { BASE, test as base, expect } from '../support/fixtures'
import { SEVEN_CALLS } from '../support/servers/faulty-proxy'
import { startStaticHost } from '../support/servers/static-host'

/** Front end on a host that knows the seven calls alone and returns an HTML page for others. */
const test = base.extend<object, { site: string }>({
  site: [
    async ({ host }, use) => {
      const site = await startStaticHost({
        folder: 'out',
        basePath: BASE,
        apiOrigin: host.origin,
        knownCalls: SEVEN_CALLS,
      })
      await use(`${site.origin}${BASE}`)
      await site.stop()
    },
    { scope: 'worker' },
  ],
})

test('a host with the seven calls alone gets no other call until the user presses a button that needs one', async ({
  page,
  site,
  user,
}) => {
  await user.addNote('Plantas')
  const calls = collectCalls(page)
  await page.goto(`${site}/`)
  await page.getByRole('button', { name: 'Continue with Google' }).focus()
  await page.getByRole('button', { name: 'Forgot password?' }).hover()
  await fillLogin(page, user)
  page.once('dialog', (dialog) => dialog.accept())
  await page.keyboard.press('Enter')
  await expectCards(page, ['Plantas'])
  await writeNew(page, { title: 'Compra' })
  await saveToList(page, ['Compra', 'Plantas'])
  await page.goto(`${site}/reset-password/`)
  await page.getByRole('button', { name: 'Ask for a new link' }).waitFor()

  expect(calls).toContain('POST /api/notes')
  expect(calls.filter((call) => !SEVEN_CALLS.test(call))).toEqual([])
})

test('on a host with the seven calls alone the other buttons show a message, and the login still works', async ({
  page,
  site,
  user,
  expectConsole,
}) => {
  // The browser logs both failed calls.
  expectConsole(/^Failed to load resource: the server responded with a status of 404/)
  const calls = collectCalls(page)
  await page.goto(`${site}/`)
  await fillLogin(page, user)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  const noAccount = 'En este sitio no se puede entrar con una cuenta de Google.'
  await expect(page.getByRole('alert').filter({ hasText: noAccount })).toBeVisible()

  await page.getByRole('button', { name: 'Forgot password?' }).click()
  const cannot = 'Este sitio no puede recuperar contraseñas. Pregunta a quien lo administra.'
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(cannot)
  await expect(page.getByRole('button', { name: 'Enviar' })).toBeHidden()
  expect(calls).toEqual(['GET /api/auth/oidc', 'POST /api/auth/forgot'])

  await page.keyboard.press('Escape')
  page.once('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'Log in' }).click()
  await expectScreen(page, '/notas')
})
