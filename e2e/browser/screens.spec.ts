import AxeBuilder from '@axe-core/playwright'
import type { ConsoleMessage, Page } from '@playwright/test'
import { open, pauseCalls, save, saveAndExpectFailure, write } from '../support/actions'
import { forbidDatabase } from '../support/browser-database'
import { expectCachedList } from '../support/browser-storage'
import { content, draftBanner, newDraftBanner } from '../support/drafts'
import { expect, signedInTest, type User } from '../support/fixtures'
import { chooseFiles, startImport, takeoutOf } from '../support/transfer/choose-files'

type Screen = {
  page: Page
  user: User
  /** Checks what is on the screen by now. */
  state: (name: string, expected?: State) => Promise<void>
}

type State = {
  /** Title of the screen; by default that of the state before. */
  title?: string
  /** Text that the page must show. */
  text?: string | RegExp
  /** Console messages since the state before. */
  messages?: RegExp
}

const LONG_WORD = 'Electroencefalografista'.repeat(20)

const NOT_LOADED = /Failed to load resource/
const NOT_SAVED = /Failed to load resource|Failed to fetch|Error al guardar la nota/

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

const dialog = (page: Page) => page.getByRole('dialog')

async function typePassword(page: Page, label: string, password: string): Promise<void> {
  await page.getByLabel(label).fill(password)
  await page.keyboard.press('Enter')
}

/** Leaves the form, and opens it again by a link of the list. */
async function openAgain(page: Page, link: string | RegExp): Promise<void> {
  await page.getByRole('link', { name: 'Volver' }).click()
  await page.getByRole('link', { name: link }).click()
}

/** Screens of one page each, with their states. */
const SCREENS: Record<string, (screen: Screen) => Promise<void>> = {
  async 'the screens of a new account and of the login'({ page, user, state }) {
    await open(page, '/register')
    await state('create account', { title: 'Create account · Notas' })
    await press(page, 'Sign up')
    await state('create account with empty fields', { text: 'Todos los campos son obligatorios.' })
    await page.getByRole('link', { name: 'Log in' }).click()
    await state('log in', { title: 'Log in · Notas' })
    await press(page, 'Log in')
    await expect(page.getByLabel('Email')).toBeFocused()
    await state('wrong fields')
    await page.getByLabel('Email').fill(user.email)
    await typePassword(page, 'Password', 'otra clave')
    await state('refused', { text: 'Correo o contraseña incorrectos.', messages: NOT_LOADED })

    await press(page, 'Forgot password?')
    await state('forgotten password', { text: '¿Has olvidado tu contraseña?' })
    await dialog(page).getByLabel('Email').fill('')
    await press(page, 'Enviar')
    await state('forgotten password, invalid email', {
      text: 'Por favor, ingrese un correo electrónico válido.',
    })
    await page.route('**/api/auth/forgot', (route) => route.fulfill({ status: 404 }))
    await dialog(page).getByLabel('Email').fill(user.email)
    await press(page, 'Enviar')
    await state('forgotten password, not supported', {
      text: 'Este sitio no puede recuperar contraseñas.',
      messages: NOT_LOADED,
    })
    await page.unroute('**/api/auth/forgot')
    await press(page, 'Enviar')
    await state('forgotten password, link requested', { text: 'Cerrar' })
    await press(page, 'Cerrar')
    await open(page, '/#error=failed')
    await state('Google sign-in failed', { text: 'No se ha podido entrar con esa cuenta.' })
  },

  async 'the screens of a new password and of no page'({ page, state }) {
    await open(page, '/reset-password/#token=a')
    await expect(page.getByRole('button', { name: 'Change password' })).toBeEnabled()
    await state('reset password', { title: 'Reset password · Notas' })
    await press(page, 'Change password')
    await expect(page.getByLabel('New password')).toBeFocused()
    await state('reset password, too short')
    await typePassword(page, 'New password', 'una clave')
    await state('reset password, link used', { text: /^Este enlace ya no sirve/, messages: NOT_LOADED })
    await open(page, '/reset-password')
    await state('reset password, no link', { text: /^Este enlace no está completo/ })
    await page.route('**/api/auth/reset', (route) => route.fulfill({ status: 204 }))
    await open(page, '/reset-password/#token=a')
    await typePassword(page, 'New password', 'una clave')
    await state('log in, password changed', {
      title: 'Log in · Notas',
      text: 'Contraseña cambiada. Ya puedes iniciar sesión.',
    })
    await open(page, '/nada')
    await state('page not found', {
      title: 'Página no encontrada · Notas',
      text: 'Esta página no existe.',
      messages: NOT_LOADED,
    })
  },

  async 'the list'({ page, user, state }) {
    await page.route('**/api/notes', () => {})
    await open(page, '/notas')
    await page.getByText('Cargando...').waitFor({ state: 'attached' })
    await state('loading', { title: 'Notas' })
    await page.unroute('**/api/notes')
    await page.route('**/api/notes', (route) => route.abort())
    await open(page, '/notas')
    await state('not loaded', { text: 'Reintentar', messages: NOT_LOADED })
    await page.unroute('**/api/notes')
    await press(page, 'Reintentar')
    await state('no notes', { text: 'Create your note!' })
    await page.keyboard.press('?')
    await state('the help on shortcuts', { text: 'Atajos de teclado' })

    for (let i = 0; i < 9; i++) await user.addNote(i % 3 ? `Nota ${i}` : '', 'Contenido '.repeat(i))
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Crear nota' }).click()
    await page.getByRole('link', { name: 'Volver' }).click()
    await expect(page.getByRole('article')).toHaveCount(9)
    await state('notes')
    await press(page, 'Buscar')
    await page.keyboard.type('nota 8')
    await expect(page.getByRole('article')).toHaveCount(1)
    await state('search')
    await page.keyboard.press('Escape')
    await press(page, 'Eliminar nota: Nota 8')
    await state('delete dialog', { text: '¿Eliminar esta nota?' })
    await dialog(page).getByRole('button', { name: 'Eliminar' }).click()
    await state('note deleted', { text: 'Deshacer' })
  },

  async 'the list at its limits'({ page, user, state }) {
    await user.addNote(LONG_WORD, 'https://example.com/'.repeat(50))
    await open(page, '/notas')
    await page.getByRole('article').waitFor()
    await state('very long words', { title: 'Notas' })
    await page.getByRole('link', { name: /^Editar nota/ }).click()
    await write(page, { content: 'Otro contenido' })
    await openAgain(page, 'Crear nota')
    await write(page, { title: 'Canción' })
    await page.getByRole('link', { name: 'Volver' }).click()
    await expect(page.getByRole('link', { name: /^Abrir borrador/ })).toHaveCount(2)
    await state('drafts')
    await press(page, 'Cerrar sesión')
    await state('sign-out dialog', { text: '¿Cerrar sesión y borrar lo que no has guardado?' })
    await expectCachedList(page, [LONG_WORD])
    await page.route('**/api/notes', (route) => route.abort())
    await page.reload()
    await state('cached list', { text: /Estas son las de la última vez\.$/, messages: NOT_LOADED })

    // A sign-out in another tab empties localStorage, and this tab gets the event.
    await page.evaluate(() => {
      localStorage.clear()
      dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }))
    })
    await state('session ended', { text: 'Tu sesión ha terminado.' })
    await open(page, '/cuenta')
    await state('account without a session', { title: 'Cuenta · Notas', text: 'Tu sesión ha terminado.' })
  },

  async 'the form of a new note'({ page, state }) {
    await open(page, '/note-editor')
    await state('editor without an id', { title: 'Nueva Nota · Notas' })
    await open(page, '/create-note')
    await state('new note')
    await press(page, 'Guardar')
    await state('save dialog', { text: '¿Guardar la nueva nota?' })
    await page.keyboard.press('Escape')
    await write(page, { content: 'Contenido' })
    await openAgain(page, 'Crear nota')
    await newDraftBanner(page).waitFor()
    await state('draft')

    await press(page, 'Descartar')
    await write(page, { title: 'Canción '.repeat(20), content: 'Contenido' })
    await page.context().setOffline(true)
    await save(page)
    await state('to be saved later', {
      text: 'No hay conexión: la nota se guardará cuando vuelva.',
      messages: NOT_SAVED,
    })
    await page.context().setOffline(false)
    await state('saved by itself', { title: `${'Canción '.repeat(20)}· Notas`, text: 'Guardada.' })
    await page.route('**/api/notes/*', (route) => route.abort())
    await write(page, { content: 'Más contenido' })
    await saveAndExpectFailure(page)
    await page.getByRole('link', { name: 'Volver' }).click()
    await state('notes to be saved', {
      title: 'Notas',
      text: 'Hay 1 nota por guardar.',
      messages: NOT_SAVED,
    })
    await page.unroute('**/api/notes/*')
    await page.route('**/api/notes/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 400, json: { message: LONG_WORD } })
        : route.continue(),
    )
    await page.reload()
    await state('a note that the host refuses', { text: LONG_WORD, messages: NOT_SAVED })
  },

  async 'the editor'({ page, user, state }) {
    await open(page, '/note-editor/42')
    await expect(page.getByPlaceholder('Título de la nota')).toBeDisabled()
    await state('not loaded', {
      title: 'Editar Nota · Notas',
      messages: /Failed to load resource|Error 404/,
    })
    const id = await user.addNote('Canción '.repeat(20).trim(), 'Contenido '.repeat(300))
    await press(page, 'Cancelar')
    await page.route('**/api/notes/*', () => {})
    await page.getByRole('link', { name: /^Editar nota/ }).click()
    await state('loading', { text: 'Cargando...' })
    await page.unroute('**/api/notes/*')
    await openAgain(page, /^Editar nota/)
    await content(page).click()
    await state('editor', { title: `${'Canción '.repeat(20)}· Notas` })
    await press(page, 'Guardar')
    await state('save dialog', { text: '¿Deseas guardar los cambios?' })
    await page.keyboard.press('Escape')
    await write(page, { content: 'Otro contenido' })
    await openAgain(page, /^Editar nota/)
    await draftBanner(page).waitFor()
    await state('draft')

    const versions = Array.from({ length: 20 }, (_, at) => ({
      version: at,
      title: 'Canción '.repeat(20),
      content: `${'Electroencefalografista'.repeat(at)}\n${'Una línea\n'.repeat(60)}`,
      savedAt: Date.now() - at * 30_000_000,
    }))
    await page.route('**/api/notes/*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), 'Notas-Versions': 'yes' } })
    })
    await page.route('**/api/notes/*/versions', (route) => route.fulfill({ json: versions }))
    await page.reload()
    await press(page, 'Versiones')
    await dialog(page).getByRole('listitem').last().getByRole('button').click()
    await state('versions')
    await page.keyboard.press('Escape')
    await page.unrouteAll({ behavior: 'wait' })
    await write(page, { content: '- [ ] Pan\0' })
    await page.getByText('El texto tiene un carácter que no se ve').waitFor()
    await page.getByRole('button', { name: 'Marcar la casilla' }).waitFor()
    await state('box to tick, with a hint')
    await write(page, { content: `${LONG_WORD}\n${'Una línea\n'.repeat(60)}` })
    await user.changeNote(id, 'Otra canción', 'Otro contenido')
    await save(page)
    await page.getByRole('dialog', { name: /^Esta nota ha cambiado/ }).waitFor()
    await state('conflict dialog', { messages: /Failed to load resource.* 412/ })

    await page.addInitScript(forbidDatabase)
    await open(page, '/notas')
    await page.getByRole('link', { name: /^Editar nota/ }).click()
    await write(page, { content: 'Contenido' })
    await state('drafts cannot be saved', {
      title: 'Otra canción · Notas',
      text: /^Este navegador no puede guardar borradores/,
      messages: /forbidden/,
    })
  },

  async 'the account'({ page, user, state }) {
    for (const title of ['Supercalifragilísticoespialidoso'.repeat(8), ''])
      await user.call('DELETE', `/api/notes/${await user.addNote(title)}`)
    await page.request.post('/api/auth/login', { data: user })
    await open(page, '/cuenta')
    for (const name of ['Ver papelera', 'Ver sesiones', 'Cambiar contraseña']) await press(page, name)
    await page.getByText('Escribe tu contraseña actual.').waitFor()
    await page.getByText('Este dispositivo').waitFor()
    await page.route('**/api/**', (route) => route.abort())
    const failing = [/^Restaurar nota: Super/, /^Cerrar la sesión/, 'Cerrar las demás', 'Eliminar cuenta']
    for (const name of failing) await press(page, name)
    await expect(page.getByText('No se ha podido hacer. Comprueba tu conexión')).toHaveCount(4)
    await page.unroute('**/api/**')
    await state('lists and errors', {
      title: 'Cuenta · Notas',
      messages: /Failed to load resource|Failed to fetch/,
    })
    await press(page, 'Cerrar las demás')
    await dialog(page).getByLabel('Contraseña').fill('otra clave')
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('alert').waitFor()
    await state('end of other sessions', { messages: NOT_LOADED })
    await page.keyboard.press('Escape')
    await press(page, /^Eliminar para siempre: Super/)
    await dialog(page).waitFor()
    await state('deletion from the trash')

    await dialog(page).getByRole('button', { name: 'Cancelar' }).click()
    await press(page, 'Vaciar papelera')
    await dialog(page).getByRole('button', { name: 'Vaciar' }).click()
    await page.getByText('La papelera está vacía.').waitFor()
    await page.getByLabel('Contraseña actual').fill(user.password)
    await typePassword(page, 'Nueva contraseña', 'una clave nueva')
    await state('results', { text: 'Contraseña cambiada.' })
    await page.route('**/api/account', (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: { hasPassword: false } }) : route.abort(),
    )
    await press(page, 'Eliminar cuenta')
    await dialog(page).getByRole('button', { name: 'Descargar notas' }).click()
    await dialog(page).getByText('Se han descargado 0 notas.').waitFor()
    await dialog(page).getByLabel('Email').fill('carmen@correo.es')
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('alert').waitFor()
    await state('deletion of an account without a password', {
      messages: /Failed to load resource|Failed to fetch|No se ha podido hacer/,
    })
  },

  async 'the account, its deletion and an import'({ page, state }) {
    await open(page, '/cuenta')
    await state('account', { title: 'Cuenta · Notas', text: 'Importar una carpeta' })
    await press(page, 'Eliminar cuenta')
    await dialog(page).getByLabel('Contraseña').waitFor()
    await state('deletion of the account')
    await page.keyboard.press('Escape')
    await chooseFiles(page, takeoutOf(['Receta', 'Supercalifragilísticoespialidoso '.repeat(8)]), {
      name: `${'carpeta-larga/'.repeat(20)}foto.jpg`,
      content: 'x',
    })
    await page.getByText('No son notas').click()
    await state('survey')
    await press(page, 'Cancelar')
    await pauseCalls(page, '**/api/notes', 'POST')
    await chooseFiles(page, takeoutOf(['Uno', 'Dos']))
    await startImport(page)
    await press(page, 'Pausar')
    await state('under way', { text: 'Seguir' })

    await page.unrouteAll({ behavior: 'ignoreErrors' })
    page.once('dialog', (leaving) => leaving.accept())
    await open(page, '/cuenta')
    await page.route('**/api/notes', (route) =>
      route.request().postDataJSON()?.title === 'Cuatro'
        ? route.fulfill({ status: 400, json: { message: LONG_WORD } })
        : route.continue(),
    )
    await chooseFiles(page, takeoutOf(['Tres', 'Cuatro']))
    await startImport(page)
    await page.getByText('No importadas', { exact: true }).click()
    await state('result', { messages: NOT_LOADED })
  },
}

const PHONE = 390
const OTHER_WIDTHS = [320, 820, 1440]

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>

type Axe = { run: (options: object) => Promise<AxeResults> }

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** A title may be empty; the style sheet draws 'Sin título' in its place, which axe does not read. */
const EMPTY_HEADING = 'empty-heading'

for (const [screen, show] of Object.entries(SCREENS)) {
  signedInTest(
    `${screen}: each state has its title, a quiet console and no axe violations, and fits, in light and dark`,
    async ({ page, user, expectConsole }) => {
      signedInTest.setTimeout(120_000)
      // Each state has its own expectation.
      expectConsole(/./)
      const problems: string[] = []
      page.on('console', (message) => collectProblem(message, problems))
      page.on('pageerror', (error) => problems.push(String(error)))
      await page.emulateMedia({ colorScheme: 'light' })
      let title = ''
      const state = (name: string, { text, messages, ...expected }: State = {}) =>
        signedInTest.step(name, async () => {
          title = expected.title ?? title
          if (text) await page.getByText(text).waitFor()
          await expect(page).toHaveTitle(title)
          expect(await page.locator('head title').count()).toBe(1)
          await expect(page.locator('html')).toHaveAttribute('lang', 'es')
          for (const width of OTHER_WIDTHS) await expectToFit(page, width)
          expectAccessible(await analyze(page, TAGS))
          await expectToFit(page, PHONE)
          await page.emulateMedia({ colorScheme: 'dark' })
          // Nothing else depends on the scheme or the width.
          expectAccessible(await analyze(page, ['color-contrast', 'target-size']))
          expect(problems.splice(0).filter((problem) => !messages?.test(problem))).toEqual([])
          await page.emulateMedia({ colorScheme: 'light' })
        })
      await show({ page, user, state })
    },
  )
}

signedInTest('without JavaScript each page says that it needs it', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL })
  for (const path of ['/', '/register', '/notas', '/create-note', '/note-editor/42', '/cuenta']) {
    await open(page, path)
    // Playwright's own texts leave these elements out.
    expect(await page.evaluate(() => document.body.innerText)).toMatch(/^Notas necesita JavaScript: actívalo/)
  }
  await page.close()
})

function collectProblem(message: ConsoleMessage, messages: string[]): void {
  if (
    ['error', 'warning'].includes(message.type()) &&
    !message.text().startsWith('Service Worker registration')
  )
    messages.push(message.text())
}

async function expectToFit(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width < 640 ? 800 : 900 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
}

/** Uses the script that an earlier analysis has left in the page: loading it takes longer than a few rules. */
async function analyze(page: Page, runOnly: string[]): Promise<AxeResults> {
  // There are no frames: legacy mode saves opening a page for each analysis.
  if (!(await page.evaluate(() => 'axe' in window)))
    await new AxeBuilder({ page }).setLegacyMode().withRules('document-title').analyze()
  return page.evaluate((options) => (window as unknown as { axe: Axe }).axe.run(options), {
    runOnly,
    rules: { [EMPTY_HEADING]: { enabled: false } },
    resultTypes: ['violations'],
  })
}

function expectAccessible({ violations }: AxeResults): void {
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([])
}
