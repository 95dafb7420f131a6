import { collectCalls, deleteNote, edit, editLink, fillLogin, save } from '../support/actions'
import { title } from '../support/drafts'
import { expect } from '../support/fixtures'
import { newOidcAccount } from '../support/mail-and-oidc'
import { SECURITY_HEADERS } from '../support/security-headers'
import { linkIn } from '../support/servers/mail'
import { share } from '../support/shared'
import { hasRecipe, missing } from './servers'
import { SERVERS, test } from './sites'

// One worker, so that the tests share the export and its servers.
test.describe.configure({ mode: 'default' })

// Certificates of the tests are self-signed.
test.use({ ignoreHTTPSErrors: true })

const NOT_KEPT = 'Otra aplicación o página ha compartido un texto, pero este navegador no lo puede guardar.'

for (const server of SERVERS) {
  test.describe(`on ${server}`, { tag: server === 'a plain host' ? '@default' : [] }, () => {
    const reason = missing(server)
    test.skip(reason !== undefined && !process.env.CI, reason ?? '')

    test.beforeEach(({ expectConsole }) => {
      // A note opened through 404.html has status 404, which browsers report.
      if (!hasRecipe(server)) expectConsole(/Failed to load resource.* 404/)
    })

    test('every screen loads from its URL, with and without the trailing slash, and after a reload', {
      // Python's server serves the same files as the plain host.
      tag: server === "Python's http.server" ? [] : '@base-path',
    }, async ({ page, sites, expectConsole }) => {
      expectConsole(/Failed to load resource.* 404|Failed to load resource.* 401/)
      expectConsole(/No token found/)
      const screens = [
        ['/', 'Log in · Notas'],
        ['/register', 'Create account · Notas'],
        ['/reset-password', 'Reset password · Notas'],
        ['/notas', 'Notas'],
        ['/cuenta', 'Cuenta · Notas'],
        ['/create-note', 'Nueva Nota · Notas'],
        ['/note-editor', 'Nueva Nota · Notas'],
        ['/note-editor/42', 'Editar Nota · Notas'],
        ['/nada', 'Página no encontrada · Notas'],
      ] as const
      for (const [path, name] of screens) {
        for (const address of new Set([path, path.replace(/\/?$/, '/')])) {
          const response = await page.goto(`${sites.at(server).address}${address}`)
          await expect(page).toHaveTitle(name)
          const isNote = path.includes('42')
          const isFound = isNote ? hasRecipe(server) : path !== '/nada'
          expect(response?.status(), address).toBe(isFound ? 200 : 404)
        }
        await page.reload()
        await expect(page).toHaveTitle(name)
      }
    })

    test('a user logs in across origins, creates a note, goes Back and Forward, and reloads, and no file is missing', {
      tag: server === "Python's http.server" ? [] : '@base-path',
    }, async ({ page, sites, basePath, user }) => {
      const wrong: string[] = []
      page.on('response', (response) => {
        const { pathname } = new URL(response.url())
        // Hosts without rewrites send 404.html for a note.
        const isNote = pathname.startsWith(`${basePath}/note-editor/`) && !hasRecipe(server)
        const isCacheable =
          pathname.startsWith('/api/') && response.headers()['cache-control'] !== 'no-store, no-transform'
        if (
          (response.status() === 404 && !isNote) ||
          (isCacheable && response.request().method() !== 'OPTIONS')
        )
          wrong.push(`${response.status()} ${pathname}`)
      })
      await page.goto(`${sites.at(server).address}/`)
      page.on('dialog', (dialog) => dialog.accept())
      await fillLogin(page, user)
      await page.getByRole('button', { name: 'Log in' }).click()
      await expect(page.getByText('Create your note!')).toBeVisible()
      await page.getByRole('link', { name: 'Crear nota' }).click()
      await title(page).fill('Plantas')
      await save(page)

      await editLink(page, 'Plantas').click()
      await expect(title(page)).toHaveValue('Plantas')
      await page.goBack()
      await expect(page.getByRole('article')).toHaveCount(1)
      await page.goForward()
      await expect(title(page)).toHaveValue('Plantas')
      await page.reload()
      await expect(title(page)).toHaveValue('Plantas')
      await page.getByRole('link', { name: 'Volver' }).click()
      await deleteNote(page, 'Plantas')
      await expect(page.getByText('Create your note!')).toBeVisible()
      expect(wrong).toEqual([])
    })

    test('a note opens from its URL, with special characters in its id', async ({ page, sites }) => {
      await page.addInitScript(() => localStorage.setItem('token', 'a token'))
      await page.route(`${sites.apiOrigin}/api/notes/**`, (route) =>
        route.fulfill({
          headers: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' },
          json: {
            title: decodeURIComponent(route.request().url().split('/notes/')[1] ?? ''),
            content: '',
          },
        }),
      )
      for (const id of ['a b', 'ñandú', 'a.b', 'a/b', '50%', 'a?b#c']) {
        await page.goto(`${sites.at(server).address}/note-editor/${encodeURIComponent(id)}/`)
        await expect(title(page)).toHaveValue(id)
      }
    })

    if (!hasRecipe(server)) return
    test('a text that is shared where no service worker receives it leads to the form, which says so', {
      tag: '@base-path',
    }, async ({ page, sites }) => {
      const address = `${sites.at(server).address}/create-note/`
      await page.goto(address)
      // More than nginx takes as a body.
      await share(page, { text: 'Tortilla '.repeat(200_000) }, { address })
      await expect(page.getByText(NOT_KEPT)).toBeVisible()
    })

    test('http redirects to https, without HSTS', async ({ request, sites, basePath }) => {
      const path = `${basePath}/note-editor/42/?x=1`
      const response = await request.get(`${sites.at(server).httpOrigin}${path}`, { maxRedirects: 0 })
      expect(response.status()).toBe(308)
      expect(response.headers().location).toBe(`https://127.0.0.1${path}`)
      expect(response.headers()['strict-transport-security']).toBeUndefined()
    })

    test('the root of the site leads to the base path', { tag: '@base-path' }, async ({
      request,
      sites,
      basePath,
    }) => {
      const response = await request.get(`${sites.at(server).origin}/`, { maxRedirects: 0 })
      const { location } = response.headers()
      expect([response.status(), location]).toEqual(basePath ? [302, `${basePath}/`] : [200, undefined])
    })

    test('hashed files are cached for a year, and all others are revalidated', async ({ request, sites }) => {
      const { origin, address } = sites.at(server)
      const page = await request.get(`${address}/notas/`, { headers: { 'Accept-Encoding': 'gzip' } })
      const [script] = /[^"]*\/_next\/static\/[^"]*\.js/.exec(await page.text()) ?? []
      const hashed = await request.get(`${origin}${script}`)
      const note = await request.get(`${address}/note-editor/42/?x=1`)

      expect(note.status()).toBe(200)
      expect(page.headers()['cache-control']).toBe('public, no-cache')
      expect(note.headers()['cache-control']).toBe('public, no-cache')
      expect(hashed.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(page.headers()['content-encoding']).toBe('gzip')
      for (const response of [page, note, hashed, await request.get(`${address}/nada`)])
        expect(response.headers()).toMatchObject(SECURITY_HEADERS)
    })
  })
}

test('a list that another origin refuses to compare by If-None-Match is asked for at once without it', {
  tag: '@default',
}, async ({ page, sites, user, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  await user.addNote('Plantas')
  const conditions: string[] = []
  await page.route(`${sites.apiOrigin}/api/notes`, (route) => {
    const condition = route.request().headers()['if-none-match']
    conditions.push(condition ?? 'none')
    return condition === undefined ? route.continue() : route.abort()
  })
  await page.addInitScript((token) => localStorage.setItem('token', token), user.token)
  const storedEtag = () => page.evaluate(() => localStorage.getItem('notas-list-etag'))
  await page.goto(`${sites.at('a plain host').address}/notas/`)
  await expect.poll(storedEtag).not.toBeNull()
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByText('No se han podido cargar las notas.')).toBeHidden()
  expect(conditions).toEqual(['none', expect.stringMatching(/^"/), 'none'])
})

for (const isExposed of [true, false]) {
  test(`a save ${isExposed ? 'has' : 'does not have'} If-Match when an API on another origin ${isExposed ? 'exposes' : 'hides'} its ETag`, {
    tag: '@default',
  }, async ({ page, sites, user }) => {
    const id = await user.addNote('Plantas', 'Riego')
    await page.addInitScript((token) => localStorage.setItem('token', token), user.token)
    await page.route(`${sites.apiOrigin}/api/notes/*`, async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      const response = await route.fetch()
      const { 'access-control-expose-headers': exposed = '', ...headers } = response.headers()
      expect(exposed).toContain('ETag')
      expect(headers.etag).toBeDefined()
      await route.fulfill({
        response: response,
        headers: { ...headers, ...(isExposed && { 'access-control-expose-headers': exposed }) },
      })
    })
    await page.goto(`${sites.at('a plain host').address}/notas/`)
    await edit(page, 'Plantas', { content: 'Riego los martes.' })
    const calls = collectCalls(page)
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await save(page)
    await expect(page.getByRole('article')).toContainText('Riego los martes.')
    expect('if-match' in (await sent).headers()).toBe(isExposed)
    expect(calls.filter((call) => call.endsWith(id))).toEqual([`PUT /api/notes/${id}`])
  })
}

test('a user logs in with OIDC across sites', { tag: '@default' }, async ({ page, sites }) => {
  const oidcAccount = newOidcAccount(sites.provider)
  // Another name of the host, under which the API is cross-site.
  const site = sites.at('a plain host').address.replace('127.0.0.1', 'localhost')
  await page.goto(`${site}/`)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByLabel('Account').fill(oidcAccount.sub)
  const alert = page.waitForEvent('dialog')
  await page.getByRole('button', { name: 'Continue' }).click()
  const dialog = await alert
  expect(dialog.message()).toBe('no compartas tu clave')
  await dialog.accept()
  await expect(page).toHaveURL(`${site}/notas/`)
  await expect(page.getByText('Create your note!')).toBeVisible()
})

test('a user resets the password across origins, and logs in with the new one', { tag: '@default' }, async ({
  page,
  sites,
  user,
}) => {
  const site = sites.at('a plain host').address
  await page.goto(`${site}/`)
  await page.getByLabel('Email').fill(user.email)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('dialog').getByLabel('Email')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Si hay una cuenta con ese correo/)).toBeVisible()

  const link = linkIn((await sites.mail.mailsTo(user.email))[0])
  expect(link).toContain(`${site}/reset-password/#token=`)
  await page.goto(link)
  await page.getByLabel('New password').fill('otra clave')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${site}/`)
  await fillLogin(page, { email: user.email, password: 'otra clave' })
  page.once('dialog', (dialog) => dialog.accept())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${site}/notas/`)
})
