import { collectAlerts, expectScreen, fillLogin, fillRegistration } from '../support/actions'
import { newRegistration } from '../support/api-client'
import { expect, test } from '../support/fixtures'
import { startHost } from '../support/servers/host'
import { linkIn } from '../support/servers/mail'

test('where the address has to be proved, a mailed link sets the password', async ({
  page,
  createDatabase,
  ownPort,
  mail,
  atEnd,
}) => {
  const origin = `http://127.0.0.1:${ownPort}`
  const env = { REGISTRATION: 'correo.es', PORT: String(ownPort), SITE_URL: `${origin}/app`, ...mail.env }
  const host = await startHost({ databaseUrl: await createDatabase(), env })
  atEnd(host.stop)
  // Its service worker may still be fetching.
  atEnd(() => page.context().close())
  const email = newRegistration().email
  const alerts = collectAlerts(page)
  await page.goto(`${origin}/app/register/`)
  await fillRegistration(page, { userName: 'Ana', email: ` ${email} `, password: 'esta no vale' })
  await page.getByRole('button', { name: 'Sign up' }).click()
  const sentence = `Te hemos enviado un enlace a ${email} para poner tu contraseña.`
  await expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible()
  expect(alerts).toEqual(['alert: Cuenta creada exitosamente. Por favor, inicia sesión.'])

  await page.goto(linkIn((await mail.mailsTo(email))[0]))
  await page.getByLabel('New password').fill('esta sí vale')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Contraseña cambiada. Ya puedes iniciar sesión.')).toBeVisible()
  await fillLogin(page, { email, password: 'esta sí vale' })
  await page.getByRole('button', { name: 'Log in' }).click()
  await expectScreen(page, '/notas')
  await expect(page.getByText('Create your note!')).toBeVisible()
})
