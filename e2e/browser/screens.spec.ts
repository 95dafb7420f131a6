import AxeBuilder from '@axe-core/playwright'
import type { ConsoleMessage, Page } from '@playwright/test'
import { open, pauseCalls, save, saveAndExpectFailure, write } from '../support/actions'
import { forbidDatabase } from '../support/browser-database'
import { expectCachedList } from '../support/browser-storage'
import { content, draftBanner, newDraftBanner } from '../support/drafts'
import { expect, signedInTest, type User } from '../support/fixtures'
import { chooseFiles, startImport, takeoutOf } from '../support/transfer/choose-files'

type State = {
  name: string
  /** Title of the screen; by default that of the state before. */
  title?: string
  /** Console messages that the state causes. */
  expected?: RegExp
  show?: (page: Page, user: User) => Promise<unknown>
  /** Button that is pressed after `show`. */
  press?: string | RegExp
  /** Text that the page must show at the end. */
  text?: string | RegExp
}

const NOT_LOADED = /Failed to load resource/
const NOT_SAVED = /Failed to load resource|Failed to fetch|Error al guardar la nota/

async function typePassword(page: Page, label: string, password: string): Promise<void> {
  await page.getByLabel(label).fill(password)
  await page.keyboard.press('Enter')
}

/** Leaves the form, and opens it again by a link of the list. */
async function openAgain(page: Page, link: string | RegExp): Promise<void> {
  await page.getByRole('link', { name: 'Volver' }).click()
  await page.getByRole('link', { name: link }).click()
}

/** States of one page each, in the order in which they are shown. */
const SCREENS: Record<string, State[]> = {
  'the screens of a new account and of the login': [
    { name: 'create account', title: 'Create account · Notas', show: (page) => open(page, '/register') },
    {
      name: 'create account with empty fields',
      press: 'Sign up',
      text: 'Todos los campos son obligatorios.',
    },
    {
      name: 'log in',
      title: 'Log in · Notas',
      show: (page) => page.getByRole('link', { name: 'Log in' }).click(),
    },
    {
      name: 'wrong fields',
      async show(page) {
        await page.getByRole('button', { name: 'Log in' }).click()
        await expect(page.getByLabel('Email')).toBeFocused()
      },
    },
    {
      name: 'refused',
      expected: NOT_LOADED,
      async show(page, user) {
        await page.getByLabel('Email').fill(user.email)
        await typePassword(page, 'Password', 'otra clave')
      },
      text: 'Correo o contraseña incorrectos.',
    },
    { name: 'forgotten password', press: 'Forgot password?', text: '¿Has olvidado tu contraseña?' },
    {
      name: 'forgotten password, invalid email',
      show: (page) => page.getByRole('dialog').getByLabel('Email').fill(''),
      press: 'Enviar',
      text: 'Por favor, ingrese un correo electrónico válido.',
    },
    {
      name: 'forgotten password, not supported',
      expected: NOT_LOADED,
      async show(page, user) {
        await page.route('**/api/auth/forgot', (route) => route.fulfill({ status: 404 }))
        await page.getByRole('dialog').getByLabel('Email').fill(user.email)
      },
      press: 'Enviar',
      text: 'Este sitio no puede recuperar contraseñas.',
    },
    {
      name: 'forgotten password, link requested',
      show: (page) => page.unroute('**/api/auth/forgot'),
      press: 'Enviar',
      text: 'Cerrar',
    },
    {
      name: 'Google sign-in failed',
      async show(page) {
        await page.getByRole('button', { name: 'Cerrar' }).click()
        await open(page, '/#error=failed')
      },
      text: 'No se ha podido entrar con esa cuenta.',
    },
  ],
  'the screens of a new password and of no page': [
    {
      name: 'reset password',
      title: 'Reset password · Notas',
      async show(page) {
        await open(page, '/reset-password/#token=a')
        await expect(page.getByRole('button', { name: 'Change password' })).toBeEnabled()
      },
    },
    {
      name: 'reset password, too short',
      async show(page) {
        await page.getByRole('button', { name: 'Change password' }).click()
        await expect(page.getByLabel('New password')).toBeFocused()
      },
    },
    {
      name: 'reset password, link used',
      expected: NOT_LOADED,
      show: (page) => typePassword(page, 'New password', 'una clave'),
      text: /^Este enlace ya no sirve/,
    },
    {
      name: 'reset password, no link',
      show: (page) => open(page, '/reset-password'),
      text: /^Este enlace no está completo/,
    },
    {
      name: 'log in, password changed',
      title: 'Log in · Notas',
      async show(page) {
        await page.route('**/api/auth/reset', (route) => route.fulfill({ status: 204 }))
        await open(page, '/reset-password/#token=a')
        await typePassword(page, 'New password', 'una clave')
      },
      text: 'Contraseña cambiada. Ya puedes iniciar sesión.',
    },
    {
      name: 'page not found',
      title: 'Página no encontrada · Notas',
      expected: NOT_LOADED,
      show: (page) => open(page, '/nada'),
      text: 'Esta página no existe.',
    },
  ],
  'the list': [
    {
      name: 'loading',
      title: 'Notas',
      async show(page) {
        await page.route('**/api/notes', () => {})
        await open(page, '/notas')
        await page.getByText('Cargando...').waitFor({ state: 'attached' })
      },
    },
    {
      name: 'not loaded',
      expected: NOT_LOADED,
      async show(page) {
        await page.unroute('**/api/notes')
        await page.route('**/api/notes', (route) => route.abort())
        await open(page, '/notas')
      },
      text: 'Reintentar',
    },
    {
      name: 'no notes',
      show: (page) => page.unroute('**/api/notes'),
      press: 'Reintentar',
      text: 'Create your note!',
    },
    {
      name: 'the help on shortcuts',
      show: (page) => page.keyboard.press('?'),
      text: 'Atajos de teclado',
    },
    {
      name: 'notes',
      async show(page, user) {
        for (let i = 0; i < 9; i++) await user.addNote(i % 3 ? `Nota ${i}` : '', 'Contenido '.repeat(i))
        await page.keyboard.press('Escape')
        await page.getByRole('link', { name: 'Crear nota' }).click()
        await page.getByRole('link', { name: 'Volver' }).click()
        await expect(page.getByRole('article')).toHaveCount(9)
      },
    },
    {
      name: 'search',
      async show(page) {
        await page.getByRole('button', { name: 'Buscar' }).click()
        await page.keyboard.type('nota 8')
        await expect(page.getByRole('article')).toHaveCount(1)
      },
    },
    {
      name: 'delete dialog',
      show: (page) => page.keyboard.press('Escape'),
      press: 'Eliminar nota: Nota 8',
      text: '¿Eliminar esta nota?',
    },
    {
      name: 'note deleted',
      show: (page) => page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click(),
      text: 'Deshacer',
    },
  ],
  'the list at its limits': [
    {
      name: 'very long words',
      title: 'Notas',
      async show(page, user) {
        await user.addNote('Electroencefalografista'.repeat(20), 'https://example.com/'.repeat(50))
        await open(page, '/notas')
        await page.getByRole('article').waitFor()
      },
    },
    {
      name: 'drafts',
      async show(page) {
        await page.getByRole('link', { name: /^Editar nota/ }).click()
        await write(page, { content: 'Otro contenido' })
        await openAgain(page, 'Crear nota')
        await write(page, { title: 'Canción' })
        await page.getByRole('link', { name: 'Volver' }).click()
        await expect(page.getByRole('link', { name: /^Abrir borrador/ })).toHaveCount(2)
      },
    },
    {
      name: 'sign-out dialog',
      press: 'Cerrar sesión',
      text: '¿Cerrar sesión y borrar lo que no has guardado?',
    },
    {
      name: 'cached list',
      expected: NOT_LOADED,
      async show(page) {
        await expectCachedList(page, ['Electroencefalografista'.repeat(20)])
        await page.route('**/api/notes', (route) => route.abort())
        await page.reload()
      },
      text: /Estas son las de la última vez\.$/,
    },
    {
      name: 'session ended',
      show: (page) =>
        // As a sign-out in another tab does.
        page.evaluate(() => {
          localStorage.clear()
          dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }))
        }),
      text: 'Tu sesión ha terminado.',
    },
    {
      name: 'account without a session',
      title: 'Cuenta · Notas',
      show: (page) => open(page, '/cuenta'),
      text: 'Tu sesión ha terminado.',
    },
  ],
  'the form of a new note': [
    { name: 'editor without an id', title: 'Nueva Nota · Notas', show: (page) => open(page, '/note-editor') },
    { name: 'new note', show: (page) => open(page, '/create-note') },
    { name: 'save dialog', press: 'Guardar', text: '¿Guardar la nueva nota?' },
    {
      name: 'draft',
      async show(page) {
        await page.keyboard.press('Escape')
        await write(page, { content: 'Contenido' })
        await openAgain(page, 'Crear nota')
        await newDraftBanner(page).waitFor()
      },
    },
    {
      name: 'to be saved later',
      expected: NOT_SAVED,
      async show(page) {
        await page.getByRole('button', { name: 'Descartar' }).click()
        await write(page, { title: 'Canción '.repeat(20), content: 'Contenido' })
        await page.context().setOffline(true)
        await save(page)
      },
      text: 'No hay conexión: la nota se guardará cuando vuelva.',
    },
    {
      name: 'saved by itself',
      title: 'Editar Nota · Notas',
      show: (page) => page.context().setOffline(false),
      text: 'Guardada.',
    },
    {
      name: 'notes to be saved',
      title: 'Notas',
      expected: NOT_SAVED,
      async show(page) {
        await page.route('**/api/notes/*', (route) => route.abort())
        await write(page, { content: 'Más contenido' })
        await saveAndExpectFailure(page)
        await page.getByRole('link', { name: 'Volver' }).click()
      },
      text: 'Hay 1 nota por guardar.',
    },
  ],
  'the editor': [
    {
      name: 'not loaded',
      title: 'Editar Nota · Notas',
      expected: /Failed to load resource|Error 404/,
      async show(page) {
        await open(page, '/note-editor/42')
        await expect(page.getByPlaceholder('Título de la nota')).toBeDisabled()
      },
    },
    {
      name: 'loading',
      async show(page, user) {
        await user.addNote('Canción '.repeat(20).trim(), 'Contenido '.repeat(300))
        await page.getByRole('button', { name: 'Cancelar' }).click()
        await page.route('**/api/notes/*', () => {})
        await page.getByRole('link', { name: /^Editar nota/ }).click()
      },
      text: 'Cargando...',
    },
    {
      name: 'editor',
      async show(page) {
        await page.unroute('**/api/notes/*')
        await openAgain(page, /^Editar nota/)
        await content(page).click()
      },
    },
    { name: 'save dialog', press: 'Guardar', text: '¿Deseas guardar los cambios?' },
    {
      name: 'draft',
      async show(page) {
        await page.keyboard.press('Escape')
        await write(page, { content: 'Otro contenido' })
        await openAgain(page, /^Editar nota/)
        await draftBanner(page).waitFor()
      },
    },
    {
      name: 'versions',
      title: 'Editar Nota · Notas',
      async show(page) {
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
        await page.getByRole('button', { name: 'Versiones' }).click()
        await page.getByRole('dialog').getByRole('listitem').last().getByRole('button').click()
      },
    },
    {
      name: 'box to tick, with a hint',
      title: 'Editar Nota · Notas',
      async show(page) {
        await page.keyboard.press('Escape')
        await page.unrouteAll({ behavior: 'wait' })
        await write(page, { content: '- [ ] Pan\0' })
        await page.getByText('El texto tiene un carácter que no se ve').waitFor()
        await page.getByRole('button', { name: 'Marcar la casilla' }).waitFor()
      },
    },
    {
      name: 'conflict dialog',
      expected: /Failed to load resource.* 412/,
      async show(page, user) {
        await write(page, { content: `${'Electroencefalografista'.repeat(20)}\n${'Una línea\n'.repeat(60)}` })
        const id = new URL(page.url()).pathname.split('/').at(-2)
        await user.changeNote(String(id), 'Otra canción', 'Otro contenido')
        await save(page)
        await page.getByRole('dialog', { name: /^Esta nota ha cambiado/ }).waitFor()
      },
    },
    {
      name: 'drafts cannot be saved',
      expected: /forbidden/,
      async show(page) {
        await page.addInitScript(forbidDatabase)
        await open(page, '/notas')
        await page.getByRole('link', { name: /^Editar nota/ }).click()
        await write(page, { content: 'Contenido' })
      },
      text: /^Este navegador no puede guardar borradores/,
    },
  ],
  'the account': [
    {
      name: 'lists and errors',
      title: 'Cuenta · Notas',
      expected: /Failed to load resource|Failed to fetch/,
      async show(page, user) {
        for (const title of ['Supercalifragilísticoespialidoso'.repeat(8), ''])
          await user.call('DELETE', `/api/notes/${await user.addNote(title)}`)
        await page.request.post('/api/auth/login', { data: user })
        await open(page, '/cuenta')
        for (const name of ['Ver papelera', 'Ver sesiones', 'Cambiar contraseña'])
          await page.getByRole('button', { name }).click()
        await page.getByText('Escribe tu contraseña actual.').waitFor()
        await page.getByText('Este dispositivo').waitFor()
        await page.route('**/api/**', (route) => route.abort())
        const failing = [/^Restaurar nota: Super/, /^Cerrar la sesión/, 'Cerrar las demás', 'Eliminar cuenta']
        for (const name of failing) await page.getByRole('button', { name }).click()
        await expect(page.getByText('No se ha podido hacer. Comprueba tu conexión')).toHaveCount(4)
        await page.unroute('**/api/**')
      },
    },
    {
      name: 'end of other sessions',
      expected: /Failed to load resource/,
      async show(page) {
        await page.getByRole('button', { name: 'Cerrar las demás' }).click()
        await page.getByRole('dialog').getByLabel('Contraseña').fill('otra clave')
        await page.keyboard.press('Enter')
        await page.getByRole('dialog').getByRole('alert').waitFor()
      },
    },
    {
      name: 'deletion from the trash',
      async show(page) {
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: /^Eliminar para siempre: Super/ }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'results',
      async show(page, user) {
        await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
        await page.getByRole('button', { name: 'Vaciar papelera' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Vaciar' }).click()
        await page.getByText('La papelera está vacía.').waitFor()
        await page.getByLabel('Contraseña actual').fill(user.password)
        await typePassword(page, 'Nueva contraseña', 'una clave nueva')
      },
      text: 'Contraseña cambiada.',
    },
    {
      name: 'deletion of an account without a password',
      expected: /Failed to load resource|Failed to fetch|No se ha podido hacer/,
      async show(page) {
        await page.route('**/api/account', (route) =>
          route.request().method() === 'GET'
            ? route.fulfill({ json: { hasPassword: false } })
            : route.abort(),
        )
        await page.getByRole('button', { name: 'Eliminar cuenta' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: 'Descargar notas' }).click()
        await dialog.getByText('Se han descargado 0 notas.').waitFor()
        await dialog.getByLabel('Email').fill('carmen@correo.es')
        await page.keyboard.press('Enter')
        await dialog.getByRole('alert').waitFor()
      },
    },
  ],
  'the account, its deletion and an import': [
    {
      name: 'account',
      title: 'Cuenta · Notas',
      show: (page) => open(page, '/cuenta'),
      text: 'Importar una carpeta',
    },
    {
      name: 'deletion of the account',
      async show(page) {
        await page.getByRole('button', { name: 'Eliminar cuenta' }).click()
        await page.getByRole('dialog').getByLabel('Contraseña').waitFor()
      },
    },
    {
      name: 'survey',
      async show(page) {
        await page.keyboard.press('Escape')
        await chooseFiles(page, takeoutOf(['Receta', 'Supercalifragilísticoespialidoso '.repeat(8)]), {
          name: `${'carpeta-larga/'.repeat(20)}foto.jpg`,
          content: 'x',
        })
        await page.getByText('No son notas').click()
      },
    },
    {
      name: 'under way',
      async show(page) {
        await page.getByRole('button', { name: 'Cancelar' }).click()
        await pauseCalls(page, '**/api/notes', 'POST')
        await chooseFiles(page, takeoutOf(['Uno', 'Dos']))
        await startImport(page)
      },
      press: 'Pausar',
      text: 'Seguir',
    },
    {
      name: 'result',
      expected: NOT_LOADED,
      async show(page) {
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        page.once('dialog', (dialog) => dialog.accept())
        await open(page, '/cuenta')
        await page.route('**/api/notes', (route) =>
          route.request().postDataJSON()?.title === 'Cuatro'
            ? route.fulfill({ status: 400, json: { message: 'Esta no.' } })
            : route.continue(),
        )
        await chooseFiles(page, takeoutOf(['Tres', 'Cuatro']))
        await startImport(page)
        await page.getByText('No importadas', { exact: true }).click()
      },
    },
  ],
}

const PHONE = 390
const OTHER_WIDTHS = [320, 820, 1440]

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>

type Axe = { run: (options: object) => Promise<AxeResults> }

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** A title may be empty; the style sheet draws 'Sin título' in its place, which axe does not read. */
const EMPTY_HEADING = 'empty-heading'

for (const [screen, states] of Object.entries(SCREENS)) {
  signedInTest(
    `${screen}: each state has its title, a quiet console and no axe violations, and fits, in light and dark`,
    async ({ page, user, expectConsole }) => {
      signedInTest.setTimeout(120_000)
      // Each state has its own expectation.
      expectConsole(/./)
      const messages: string[] = []
      page.on('console', (message) => collectProblem(message, messages))
      page.on('pageerror', (error) => messages.push(String(error)))
      let title = ''
      for (const { name, expected, show, press, text, ...state } of states) {
        title = state.title ?? title
        await signedInTest.step(name, async () => {
          await page.emulateMedia({ colorScheme: 'light' })
          await show?.(page, user)
          if (press) await page.getByRole('button', { name: press }).click()
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
          expect(messages.splice(0).filter((text) => !expected?.test(text))).toEqual([])
        })
      }
    },
  )
}

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
