import { alert, collectCalls, expectCards, fillLogin, saveToList, writeNew } from '../support/actions'
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

test('a host with the seven calls alone gets no other call until the user presses a button that needs one, which shows a message', async ({
  page,
  site,
  user,
  expectConsole,
}) => {
  // The browser logs both failed calls.
  expectConsole(/^Failed to load resource: the server responded with a status of 404/)
  await user.addNote('Plantas')
  const calls = collectCalls(page)
  await page.goto(`${site}/`)
  const google = page.getByRole('button', { name: 'Continue with Google' })
  const forgot = page.getByRole('button', { name: 'Forgot password?' })
  await google.focus()
  await forgot.hover()
  await fillLogin(page, user)
  expect(calls).toEqual([])

  await google.click()
  const noAccount = 'En este sitio no se puede entrar con una cuenta de Google.'
  await expect(alert(page, noAccount)).toBeVisible()

  await forgot.click()
  const cannot = 'Este sitio no puede recuperar contraseñas. Pregunta a quien lo administra.'
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(cannot)
  await expect(page.getByRole('button', { name: 'Enviar' })).toBeHidden()

  await page.keyboard.press('Escape')
  page.once('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'Log in' }).click()
  await expectCards(page, ['Plantas'])
  await writeNew(page, { title: 'Compra' })
  await saveToList(page, ['Compra', 'Plantas'])
  await page.goto(`${site}/reset-password/`)
  await page.getByRole('button', { name: 'Ask for a new link' }).waitFor()

  expect(calls.splice(0, 2)).toEqual(['GET /api/auth/oidc', 'POST /api/auth/forgot'])
  expect(calls).toContain('POST /api/notes')
  expect(calls.filter((call) => !SEVEN_CALLS.test(call))).toEqual([])
})
