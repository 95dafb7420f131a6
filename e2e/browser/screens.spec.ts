import AxeBuilder from '@axe-core/playwright'
import type { ConsoleMessage, Page } from '@playwright/test'
import {
  deleteButton,
  fillLogin,
  open,
  pauseCalls,
  save,
  saveAndExpectFailure,
  write,
} from '../support/actions'
import { expectCachedList } from '../support/browser-storage'
import { content, draftBanner, newDraftBanner } from '../support/drafts'
import { expect, signedInTest, type User } from '../support/fixtures'
import { chooseFiles, startImport, takeoutOf } from '../support/transfer/choose-files'

type State = {
  name: string
  title: string
  /** Console messages that the state causes. */
  expected?: RegExp
  show: (page: Page, user: User) => Promise<unknown>
}

/** States of one page each, in the order in which they are shown. */
const SCREENS: Record<string, State[]> = {
  'the screens of a new account and of the login': [
    { name: 'create account', title: 'Create account · Notas', show: (page) => open(page, '/register') },
    {
      name: 'create account with empty fields',
      title: 'Create account · Notas',
      async show(page) {
        await page.getByRole('button', { name: 'Sign up' }).click()
        await page.getByText('Todos los campos son obligatorios.').waitFor()
      },
    },
    {
      name: 'log in',
      title: 'Log in · Notas',
      show: (page) => page.getByRole('link', { name: 'Log in' }).click(),
    },
    {
      name: 'wrong fields',
      title: 'Log in · Notas',
      async show(page) {
        await page.getByRole('button', { name: 'Log in' }).click()
        await expect(page.getByLabel('Email')).toBeFocused()
      },
    },
    {
      name: 'refused',
      title: 'Log in · Notas',
      expected: /Failed to load resource/,
      async show(page, user) {
        await fillLogin(page, { email: user.email, password: 'otra clave' })
        await page.keyboard.press('Enter')
        await page.getByText('Correo o contraseña incorrectos.').waitFor()
      },
    },
    {
      name: 'forgotten password',
      title: 'Log in · Notas',
      async show(page) {
        await page.getByRole('button', { name: 'Forgot password?' }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'forgotten password, invalid email',
      title: 'Log in · Notas',
      async show(page) {
        await page.getByRole('dialog').getByLabel('Email').fill('')
        await page.getByRole('button', { name: 'Enviar' }).click()
        await page.getByText('Por favor, ingrese un correo electrónico válido.').waitFor()
      },
    },
    {
      name: 'forgotten password, not supported',
      title: 'Log in · Notas',
      expected: /Failed to load resource/,
      async show(page, user) {
        await page.route('**/api/auth/forgot', (route) => route.fulfill({ status: 404 }))
        await page.getByRole('dialog').getByLabel('Email').fill(user.email)
        await page.getByRole('button', { name: 'Enviar' }).click()
        await page.getByText('Este sitio no puede recuperar contraseñas.').waitFor()
      },
    },
    {
      name: 'forgotten password, link requested',
      title: 'Log in · Notas',
      async show(page) {
        await page.unroute('**/api/auth/forgot')
        await page.getByRole('button', { name: 'Enviar' }).click()
        await page.getByRole('button', { name: 'Cerrar' }).waitFor()
      },
    },
    {
      name: 'Google sign-in failed',
      title: 'Log in · Notas',
      async show(page) {
        await page.getByRole('button', { name: 'Cerrar' }).click()
        await open(page, '/#error=failed')
        await page.getByText('No se ha podido entrar con esa cuenta.').waitFor()
      },
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
      title: 'Reset password · Notas',
      async show(page) {
        await page.getByRole('button', { name: 'Change password' }).click()
        await expect(page.getByLabel('New password')).toBeFocused()
      },
    },
    {
      name: 'reset password, link used',
      title: 'Reset password · Notas',
      expected: /Failed to load resource/,
      async show(page) {
        await page.getByLabel('New password').fill('una clave')
        await page.keyboard.press('Enter')
        await page.getByText(/^Este enlace ya no sirve/).waitFor()
      },
    },
    {
      name: 'reset password, no link',
      title: 'Reset password · Notas',
      async show(page) {
        await open(page, '/reset-password')
        await page.getByText(/^Este enlace no está completo/).waitFor()
      },
    },
    {
      name: 'log in, password changed',
      title: 'Log in · Notas',
      async show(page) {
        await page.route('**/api/auth/reset', (route) => route.fulfill({ status: 204 }))
        await open(page, '/reset-password/#token=a')
        await page.getByLabel('New password').fill('una clave')
        await page.keyboard.press('Enter')
        await page.getByText('Contraseña cambiada. Ya puedes iniciar sesión.').waitFor()
      },
    },
    {
      name: 'page not found',
      title: 'Página no encontrada · Notas',
      expected: /Failed to load resource/,
      async show(page) {
        await open(page, '/nada')
        await page.getByText('Esta página no existe.').waitFor()
      },
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
      title: 'Notas',
      expected: /Failed to load resource/,
      async show(page) {
        await page.unroute('**/api/notes')
        await page.route('**/api/notes', (route) => route.abort())
        await open(page, '/notas')
        await page.getByRole('button', { name: 'Reintentar' }).waitFor()
      },
    },
    {
      name: 'no notes',
      title: 'Notas',
      async show(page) {
        await page.unroute('**/api/notes')
        await page.getByRole('button', { name: 'Reintentar' }).click()
        await page.getByText('Create your note!').waitFor()
      },
    },
    {
      name: 'the help on shortcuts',
      title: 'Notas',
      async show(page) {
        await page.keyboard.press('?')
        await page.getByRole('dialog', { name: 'Atajos de teclado' }).waitFor()
      },
    },
    {
      name: 'notes',
      title: 'Notas',
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
      title: 'Notas',
      async show(page) {
        await page.getByRole('button', { name: 'Buscar' }).click()
        await page.keyboard.type('nota 8')
        await expect(page.getByRole('article')).toHaveCount(1)
      },
    },
    {
      name: 'delete dialog',
      title: 'Notas',
      async show(page) {
        await page.keyboard.press('Escape')
        await deleteButton(page, 'Nota 8').click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'note deleted',
      title: 'Notas',
      async show(page) {
        await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
        await page.getByRole('button', { name: 'Deshacer' }).waitFor()
      },
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
      title: 'Notas',
      async show(page) {
        await page.getByRole('link', { name: /^Editar nota/ }).click()
        await write(page, { content: 'Otro contenido' })
        await page.getByRole('link', { name: 'Volver' }).click()
        await page.getByRole('link', { name: 'Crear nota' }).click()
        await write(page, { title: 'Canción' })
        await page.getByRole('link', { name: 'Volver' }).click()
        await expect(page.getByRole('link', { name: /^Abrir borrador/ })).toHaveCount(2)
      },
    },
    {
      name: 'sign-out dialog',
      title: 'Notas',
      async show(page) {
        await page.getByRole('button', { name: 'Cerrar sesión' }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'cached list',
      title: 'Notas',
      expected: /Failed to load resource/,
      async show(page) {
        await expectCachedList(page, ['Electroencefalografista'.repeat(20)])
        await page.route('**/api/notes', (route) => route.abort())
        await page.reload()
        await page.getByText(/Estas son las de la última vez\.$/).waitFor()
      },
    },
    {
      name: 'session ended',
      title: 'Notas',
      async show(page) {
        // As a sign-out in another tab does.
        await page.evaluate(() => {
          localStorage.clear()
          dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }))
        })
        await page.getByText('Tu sesión ha terminado.').waitFor()
      },
    },
    {
      name: 'account without a session',
      title: 'Cuenta · Notas',
      async show(page) {
        await open(page, '/cuenta')
        await page.getByText('Tu sesión ha terminado.').waitFor()
      },
    },
  ],
  'the form of a new note': [
    { name: 'editor without an id', title: 'Nueva Nota · Notas', show: (page) => open(page, '/note-editor') },
    { name: 'new note', title: 'Nueva Nota · Notas', show: (page) => open(page, '/create-note') },
    {
      name: 'save dialog',
      title: 'Nueva Nota · Notas',
      async show(page) {
        await page.getByRole('button', { name: 'Guardar' }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'draft',
      title: 'Nueva Nota · Notas',
      async show(page) {
        await page.keyboard.press('Escape')
        await write(page, { content: 'Contenido' })
        await page.getByRole('link', { name: 'Volver' }).click()
        await page.getByRole('link', { name: 'Crear nota' }).click()
        await newDraftBanner(page).waitFor()
      },
    },
    {
      name: 'to be saved later',
      title: 'Nueva Nota · Notas',
      expected: /Failed to load resource|Failed to fetch|Error al guardar la nota/,
      async show(page) {
        await page.getByRole('button', { name: 'Descartar' }).click()
        await write(page, { title: 'Canción '.repeat(20), content: 'Contenido' })
        await page.context().setOffline(true)
        await save(page)
        await page.getByText('No hay conexión: la nota se guardará cuando vuelva.').waitFor()
      },
    },
    {
      name: 'saved by itself',
      title: 'Editar Nota · Notas',
      async show(page) {
        await page.context().setOffline(false)
        await page.getByText('Guardada.').waitFor()
      },
    },
    {
      name: 'notes to be saved',
      title: 'Notas',
      expected: /Failed to load resource|Failed to fetch|Error al guardar la nota/,
      async show(page) {
        await page.route('**/api/notes/*', (route) => route.abort())
        await write(page, { content: 'Más contenido' })
        await saveAndExpectFailure(page)
        await page.getByRole('link', { name: 'Volver' }).click()
        await page.getByText('Hay 1 nota por guardar.').waitFor()
      },
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
      title: 'Editar Nota · Notas',
      async show(page, user) {
        await user.addNote('Canción '.repeat(20).trim(), 'Contenido '.repeat(300))
        await page.getByRole('button', { name: 'Cancelar' }).click()
        await page.route('**/api/notes/*', () => {})
        await page.getByRole('link', { name: /^Editar nota/ }).click()
        await page.getByText('Cargando...').waitFor()
      },
    },
    {
      name: 'editor',
      title: 'Editar Nota · Notas',
      async show(page) {
        await page.unroute('**/api/notes/*')
        await page.getByRole('link', { name: 'Volver' }).click()
        await page.getByRole('link', { name: /^Editar nota/ }).click()
        await content(page).click()
      },
    },
    {
      name: 'save dialog',
      title: 'Editar Nota · Notas',
      async show(page) {
        await page.getByRole('button', { name: 'Guardar' }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'draft',
      title: 'Editar Nota · Notas',
      async show(page) {
        await page.keyboard.press('Escape')
        await write(page, { content: 'Otro contenido' })
        await page.getByRole('link', { name: 'Volver' }).click()
        await page.getByRole('link', { name: /^Editar nota/ }).click()
        await draftBanner(page).waitFor()
      },
    },
    {
      name: 'conflict dialog',
      title: 'Editar Nota · Notas',
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
      title: 'Editar Nota · Notas',
      expected: /full/,
      async show(page) {
        await page.addInitScript(() => {
          IDBFactory.prototype.open = () => {
            throw new Error('full')
          }
        })
        await open(page, '/notas')
        await page.getByRole('link', { name: /^Editar nota/ }).click()
        await write(page, { content: 'Contenido' })
        await page.getByText(/^Este navegador no puede guardar borradores/).waitFor()
      },
    },
  ],
  'the account': [
    {
      name: 'lists and errors',
      title: 'Cuenta · Notas',
      expected: /Failed to load resource|Failed to fetch/,
      async show(page, user) {
        const session = { headers: { Authorization: `Bearer ${user.token}` } }
        for (const title of ['Supercalifragilísticoespialidoso'.repeat(8), '']) {
          await page.request.delete(`/api/notes/${await user.addNote(title)}`, session)
        }
        await page.request.post('/api/auth/login', { data: user })
        await open(page, '/cuenta')
        await page.getByRole('button', { name: 'Ver papelera' }).click()
        await page.getByRole('button', { name: 'Ver sesiones' }).click()
        await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
        await page.getByText('Escribe tu contraseña actual.').waitFor()
        await page.getByText('Este dispositivo').waitFor()
        await page.route('**/api/**', (route) => route.abort())
        await page.getByRole('button', { name: /^Restaurar nota: Super/ }).click()
        await page.getByRole('button', { name: /^Cerrar la sesión/ }).click()
        await page.getByRole('button', { name: 'Cerrar las demás' }).click()
        await page.getByRole('button', { name: 'Eliminar cuenta' }).click()
        await expect(page.getByText('No se ha podido hacer. Comprueba tu conexión')).toHaveCount(4)
        await page.unroute('**/api/**')
      },
    },
    {
      name: 'deletion from the trash',
      title: 'Cuenta · Notas',
      async show(page) {
        await page.getByRole('button', { name: /^Eliminar para siempre: Super/ }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'results',
      title: 'Cuenta · Notas',
      async show(page, user) {
        await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
        await page.getByRole('button', { name: 'Vaciar papelera' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Vaciar' }).click()
        await page.getByText('La papelera está vacía.').waitFor()
        await page.getByLabel('Contraseña actual').fill(user.password)
        await page.getByLabel('Nueva contraseña').fill('una clave nueva')
        await page.keyboard.press('Enter')
        await page.getByText('Contraseña cambiada.').waitFor()
      },
    },
    {
      name: 'deletion of an account without a password',
      title: 'Cuenta · Notas',
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
      async show(page) {
        await open(page, '/cuenta')
        await page.getByText('Importar una carpeta').waitFor()
      },
    },
    {
      name: 'deletion of the account',
      title: 'Cuenta · Notas',
      async show(page) {
        await page.getByRole('button', { name: 'Eliminar cuenta' }).click()
        await page.getByRole('dialog').getByLabel('Contraseña').waitFor()
      },
    },
    {
      name: 'survey',
      title: 'Cuenta · Notas',
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
      title: 'Cuenta · Notas',
      async show(page) {
        await page.getByRole('button', { name: 'Cancelar' }).click()
        await pauseCalls(page, '**/api/notes', 'POST')
        await chooseFiles(page, takeoutOf(['Uno', 'Dos']))
        await startImport(page)
        await page.getByRole('button', { name: 'Pausar' }).click()
        await page.getByRole('button', { name: 'Seguir' }).waitFor()
      },
    },
    {
      name: 'result',
      title: 'Cuenta · Notas',
      expected: /Failed to load resource/,
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
      for (const { name, title, expected, show } of states) {
        await signedInTest.step(name, async () => {
          await page.emulateMedia({ colorScheme: 'light' })
          await show(page, user)
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
