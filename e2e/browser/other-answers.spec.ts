import { button, fillTrash, region, typePasswords } from '../support/account'
import {
  alert,
  collectAlerts,
  expectCards,
  expectScreen,
  fillLogin,
  fillRegistration,
  open,
  openList,
  pressSignOut,
} from '../support/actions'
import { logIn, loginStatus, notesStatus } from '../support/api-client'
import { POLLING, readToken } from '../support/browser-storage'
import { BASE } from '../support/fixtures'
import {
  expect,
  expectCalls,
  type ProxiedCall,
  stopClock,
  writeTest as test,
} from '../support/write-fixtures'

const PAGE = {
  status: 200,
  headers: { 'Content-Type': 'text/html' },
  body: '<h1>Acepta las condiciones</h1>',
}

const REFUSAL = { ...PAGE, status: 401 }

const REDIRECT = { status: 302, headers: { Location: `${BASE}/register/` } }

const FAILED = 'No se ha podido hacer. Comprueba tu conexión e inténtalo de nuevo.'

const isLogOut = ({ path }: ProxiedCall) => path === '/api/auth/logout'

test('a page in place of our host ends no session, changes nothing of the account, and each button says so', async ({
  page,
  faultyProxy: proxy,
  host,
  user,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|Error \d+|No se ha podido hacer|is not valid JSON/)
  await fillTrash(user, ['Uno'])
  const other = await logIn(host, user)
  await openList(page, [])
  await open(page, '/cuenta')
  const press = (label: string | RegExp) => button(page, label).last().click()
  const confirm = (label: string) => page.getByRole('dialog').getByRole('button', { name: label }).click()
  await press('Ver papelera')
  await press('Ver sesiones')
  await expect(region(page, 'Sesiones').getByRole('listitem')).toHaveCount(2)
  proxy.fault = () => REFUSAL

  await press('Restaurar nota: Uno')
  await expect(region(page, 'Papelera').getByText(FAILED)).toBeVisible()
  await press('Eliminar para siempre: Uno')
  await confirm('Eliminar')
  await expectCalls(proxy, ({ method, path }) => method === 'DELETE' && /^\/api\/trash\/./.test(path), 1)
  await expect(region(page, 'Papelera').getByText(FAILED)).toBeVisible()
  await press('Vaciar papelera')
  await confirm('Vaciar')
  await expect(region(page, 'Papelera').getByText(FAILED)).toHaveCount(2)
  await press(/^Cerrar la sesión/)
  await expect(region(page, 'Sesiones').getByText(FAILED)).toBeVisible()
  proxy.fault = ({ method }) => (method === 'GET' ? undefined : REFUSAL)
  await typePasswords(page, user.password, 'una clave nueva')
  await press('Cambiar contraseña')
  await expect(region(page, 'Contraseña').getByText(FAILED)).toBeVisible()
  await press('Eliminar cuenta')
  await page.getByRole('dialog').getByLabel('Contraseña').fill(user.password)
  await confirm('Eliminar cuenta')
  await expect(page.getByRole('dialog').getByText(FAILED)).toBeVisible()
  await confirm('Cancelar')
  await expectScreen(page, '/cuenta')
  expect(await loginStatus(host, user)).toBe(200)
  expect(await notesStatus(host, other)).toBe(200)
  expect(JSON.parse(String((await user.call('GET', '/api/trash')).body))).toHaveLength(1)
})

test('our host is told of a log-out until it answers itself', async ({
  page,
  faultyProxy: proxy,
  host,
  user,
}) => {
  await page.clock.install()
  await openList(page, [])
  await stopClock(page)
  let answer: typeof PAGE | typeof REDIRECT | undefined = PAGE
  proxy.fault = (call) => (isLogOut(call) ? answer : undefined)
  await pressSignOut(page)
  await expectCalls(proxy, isLogOut, 1)
  answer = REDIRECT
  await expect(async () => {
    await page.clock.runFor(5_000)
    expect(proxy.calls.filter(isLogOut)).toHaveLength(2)
  }).toPass()
  expect(await notesStatus(host, user.token)).toBe(200)
  answer = undefined
  await expect(async () => {
    await page.clock.runFor(10_000)
    expect(await notesStatus(host, user.token)).toBe(401)
  }).toPass()
  await page.clock.runFor(120_000)
  await expectCalls(proxy, isLogOut, 3)
})

test('a page makes no account and no session, and says so without an alert; a login is one after a redirect too', async ({
  browser,
  faultyProxy: proxy,
  user,
  atEnd,
}) => {
  const context = await browser.newContext({ baseURL: proxy.origin, serviceWorkers: 'block' })
  atEnd(() => context.close())
  const page = await context.newPage()
  const alerts = collectAlerts(page)
  for (const answer of [PAGE, REDIRECT]) {
    proxy.fault = (call) => (call.method === 'POST' ? answer : undefined)
    await open(page, '/register')
    await fillRegistration(page, { ...user, email: `otra-${user.email}` })
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(alert(page, 'Error al crear la cuenta.')).toBeVisible()
    await expectScreen(page, '/register')
    await open(page, '/')
    await fillLogin(page, user)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(alert(page, 'Error durante el inicio de sesión.')).toBeVisible()
    await expect.poll(() => readToken(page), POLLING).toBeNull()
  }
  expect(alerts).toEqual([])
  proxy.fault = ({ method, path }) =>
    method === 'POST' && !path.endsWith('?') ? { status: 307, headers: { Location: `${path}?` } } : undefined
  await page.getByRole('button', { name: 'Log in' }).click()
  await expectScreen(page, '/notas')
  await expectCards(page, [])
  expect(alerts).toEqual(['alert: no compartas tu clave'])
})
