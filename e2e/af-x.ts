import { chromium } from '@playwright/test'
import { findChromium } from './support/chromium'
import { startStaticHost } from './support/servers/static-host'
const calls: string[] = []
const server = await startStaticHost({ folder: '/tmp/af/demo', basePath: '/app', onRequest: (p) => { if (p.includes('/api/')) console.log('CALL', p); calls.push(p) } })
const browser = await chromium.launch({ ...findChromium(), args: ['--host-resolver-rules=MAP notas.test 127.0.0.1'] })
for (const origin of [server.origin.replace('127.0.0.1', 'notas.test')]) {
  console.log('=====', origin)
  const context = await browser.newContext({ baseURL: origin, locale: 'es-ES', serviceWorkers: 'allow', acceptDownloads: true })
  const listen = (page: any, n: string) => {
  page.on('console', (m: any) => console.log(n, m.type(), m.text().slice(0, 300)))
  page.on('pageerror', (e: any) => console.log(n, 'pageerror', e.message))
  page.on('dialog', (d: any) => { console.log(n, 'dialog', d.message()); d.accept() })
  }
  context.setDefaultTimeout(8000); const page = await context.newPage(); listen(page, 'A')
  const login = async (p: any, email: string, password: string) => {
    await p.getByLabel('Email').fill(email); await p.getByLabel('Password').fill(password)
    const t = Date.now()
    await p.getByRole('button', { name: 'Log in' }).click(); await p.waitForTimeout(1500)
    console.log('login', email, p.url(), await p.getByRole('alert').allTextContents(), Date.now() - t)
  }
  const register = async (p: any, email: string, password: string) => {
    await p.goto('/app/register/')
    await p.getByLabel('Username').fill('Carmen'); await p.getByLabel('Email').fill(email); await p.getByLabel('Password').fill(password)
    await p.getByRole('button', { name: 'Sign up' }).click(); await p.getByRole('button', { name: 'Log in' }).waitFor()
  }
  await page.goto('/app/')
  console.log('secure', await page.evaluate(() => [isSecureContext, !!navigator.locks, !!crypto.subtle, 'caches' in window].join()))
  await login(page, 'nadie@correo.es', 'unaclave')
  await register(page, 'carmen@correo.es', 'de prueba')
  await login(page, 'carmen@correo.es', 'otraclave')
  if (page.url().endsWith('/app/')) await login(page, 'carmen@correo.es', 'de prueba')
  console.log('cards', await page.getByRole('listitem').count())
  // second tab
  const other = await context.newPage(); listen(other, 'B')
  await other.goto('/app/notas/'); await other.getByText('Te damos').waitFor()
  await page.getByRole('link', { name: 'Crear nota' }).click()
  await page.getByPlaceholder('Título de la nota').fill('De la otra'); await page.getByPlaceholder('Escribe tu contenido').fill('unaclave')
  await page.getByRole('button', { name: 'Guardar' }).click(); await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('De la otra').waitFor()
  await other.reload(); await other.getByText('De la otra').waitFor()
  // delete, undo
  await page.getByRole('button', { name: 'Eliminar nota: Buscar' }).click(); await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await page.getByRole('button', { name: 'Deshacer' }).click(); await page.getByText('limon').first().waitFor()
  // account
  await page.goto('/app/cuenta/')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Descargar notas' }).click()])
  await download.saveAs('/tmp/af/notas.zip'); console.log('download', download.suggestedFilename())
  await page.waitForTimeout(500)
  for (const b of ['Ver papelera', 'Ver sesiones']) { await page.getByRole('button', { name: b }).click(); await page.waitForTimeout(700) }
  await page.getByLabel('Contraseña actual').fill('de prueba'); await page.getByLabel('Nueva contraseña').fill('otra clave mejor'); await page.getByRole('button', { name: 'Cambiar contraseña' }).click(); await page.waitForTimeout(700)
  console.log('alerts', await page.getByRole('alert').allTextContents(), await page.getByRole('status').allTextContents())
  await page.screenshot({ path: `/tmp/af/shots/account-used-${origin.includes('test')}.png`, fullPage: true })
  await page.getByRole('button', { name: 'Eliminar cuenta' }).click(); await page.waitForTimeout(500)
  console.log('dialog text', await page.getByRole('dialog').allInnerTexts())
  const pw = page.getByRole('dialog').getByLabel('Contraseña')
  if (await pw.count()) { await pw.fill('de prueba'); await page.getByRole('dialog').getByRole('button', { name: /Eliminar/ }).click(); await page.waitForTimeout(700); console.log('dialog text', await page.getByRole('dialog').allInnerTexts()) }
  await page.keyboard.press('Escape')
  await page.goto('/app/'); 
  console.log('at root', page.url())
  await page.goto('/app/notas/')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click(); await page.getByRole('button', { name: 'Log in' }).waitFor()
  console.log('other after sign-out:', (await other.locator('body').innerText()).slice(0, 100))
  await register(page, 'luis@correo.es', 'deluis1'); await login(page, 'luis@correo.es', 'deluis1')
  console.log('luis cards', await page.getByRole('listitem').count(), (await page.locator('body').innerText()).slice(0, 200))
  console.log('storage', await page.evaluate(async () => ({ db: (await (indexedDB.databases?.() ?? [])).map((d) => d.name), caches: await globalThis.caches?.keys(), own: Object.keys(localStorage) })))
  // erase while the other tab is open
  await other.goto('/app/'); await login(other, 'carmen@correo.es', 'de prueba')
  console.log('B after', other.url(), await other.getByRole('listitem').count())
  const t = Date.now()
  await other.getByText('Borrar todo').click(); await other.waitForTimeout(1500)
  console.log('erase', Date.now() - t, other.url(), (await other.locator('body').innerText()).slice(0, 200))
  console.log('A:', (await page.locator('body').innerText()).slice(0, 100))
  const frame = await other.evaluate(async () => ({ db: (await (indexedDB.databases?.() ?? [])).map((d) => d.name), own: Object.keys(localStorage) }))
  console.log('left', frame)
  await context.close()
}
await browser.close(); await server.stop()
