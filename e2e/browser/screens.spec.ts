import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { deleteButton, editLink, fillLogin, open, pauseCalls, save, write } from '../support/actions'
import { expectCachedList } from '../support/browser-storage'
import { draftBanner, expectDrafts, newDraftBanner } from '../support/drafts'
import { expect, signedInTest, type User } from '../support/fixtures'
import { chooseFiles, startImport, takeoutOf } from '../support/transfer/choose-files'

type Screen = {
  name: string
  title: string
  /** Console messages that the state causes. */
  expected?: RegExp
  show: Show
  /** Further states of the same page. */
  next?: Show[]
}

type Show = (page: Page, user: User) => Promise<unknown>

async function choosePassword(page: Page): Promise<void> {
  await open(page, '/reset-password/#token=a')
  await page.getByLabel('New password').fill('una clave')
  await page.keyboard.press('Enter')
}

const SCREENS: Screen[] = [
  { name: 'log in', title: 'Log in · Notas', show: (page) => open(page, '/') },
  {
    name: 'log in with wrong fields',
    title: 'Log in · Notas',
    async show(page) {
      await open(page, '/')
      await page.getByRole('button', { name: 'Log in' }).click()
      await expect(page.getByLabel('Email')).toBeFocused()
    },
  },
  {
    name: 'log in refused',
    title: 'Log in · Notas',
    expected: /Failed to load resource/,
    async show(page, user) {
      await open(page, '/')
      await fillLogin(page, { email: user.email, password: 'otra clave' })
      await page.keyboard.press('Enter')
      await page.getByText('Correo o contraseña incorrectos.').waitFor()
    },
  },
  {
    name: 'log in, password changed',
    title: 'Log in · Notas',
    async show(page) {
      await page.route('**/api/auth/reset', (route) => route.fulfill({ status: 204 }))
      await choosePassword(page)
      await page.getByText('Contraseña cambiada. Ya puedes iniciar sesión.').waitFor()
    },
  },
  {
    name: 'log in, Google sign-in failed',
    title: 'Log in · Notas',
    async show(page) {
      await open(page, '/#error=failed')
      await page.getByText('No se ha podido entrar con esa cuenta.').waitFor()
    },
  },
  {
    name: 'forgotten password',
    title: 'Log in · Notas',
    async show(page) {
      await open(page, '/')
      await page.getByRole('button', { name: 'Forgot password?' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'forgotten password, invalid email',
    title: 'Log in · Notas',
    async show(page) {
      await open(page, '/')
      await page.getByRole('button', { name: 'Forgot password?' }).click()
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
      await open(page, '/')
      await page.getByLabel('Email').fill(user.email)
      await page.getByRole('button', { name: 'Forgot password?' }).click()
      await page.getByRole('button', { name: 'Enviar' }).click()
      await page.getByText('Este sitio no puede recuperar contraseñas.').waitFor()
    },
  },
  {
    name: 'forgotten password, link requested',
    title: 'Log in · Notas',
    async show(page, user) {
      await open(page, '/')
      await page.getByLabel('Email').fill(user.email)
      await page.getByRole('button', { name: 'Forgot password?' }).click()
      await page.getByRole('button', { name: 'Enviar' }).click()
      await page.getByRole('button', { name: 'Cerrar' }).waitFor()
    },
  },
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
      await open(page, '/reset-password/#token=a')
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByLabel('New password')).toBeFocused()
    },
  },
  {
    name: 'reset password, link used',
    title: 'Reset password · Notas',
    expected: /Failed to load resource/,
    async show(page) {
      await choosePassword(page)
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
  { name: 'create account', title: 'Create account · Notas', show: (page) => open(page, '/register') },
  {
    name: 'create account with empty fields',
    title: 'Create account · Notas',
    async show(page) {
      await open(page, '/register')
      await page.getByRole('button', { name: 'Sign up' }).click()
      await page.getByText('Todos los campos son obligatorios.').waitFor()
    },
  },
  {
    name: 'notes',
    title: 'Notas',
    async show(page, user) {
      for (let i = 0; i < 9; i++) await user.addNote(i % 3 ? `Nota ${i}` : '', 'Contenido '.repeat(i))
      await open(page, '/notas')
      await expect(page.getByRole('article')).toHaveCount(9)
    },
  },
  {
    name: 'notes with very long words',
    title: 'Notas',
    async show(page, user) {
      await user.addNote('Electroencefalografista'.repeat(20), 'https://example.com/'.repeat(50))
      await open(page, '/notas')
      await page.getByRole('article').waitFor()
    },
  },
  {
    name: 'no notes',
    title: 'Notas',
    async show(page) {
      await open(page, '/notas')
      await page.getByText('Create your note!').waitFor()
    },
    next: [
      async (page) => {
        await page.keyboard.press('?')
        await page.getByRole('dialog', { name: 'Atajos de teclado' }).waitFor()
      },
    ],
  },
  {
    name: 'notes, loading',
    title: 'Notas',
    async show(page) {
      await page.route('**/api/notes', () => {})
      await open(page, '/notas')
      await page.getByText('Cargando...').waitFor({ state: 'attached' })
    },
  },
  {
    name: 'notes, not loaded',
    title: 'Notas',
    expected: /Failed to load resource/,
    async show(page) {
      await page.route('**/api/notes', (route) => route.abort())
      await open(page, '/notas')
      await page.getByRole('button', { name: 'Reintentar' }).waitFor()
    },
  },
  {
    name: 'notes, session ended',
    title: 'Notas',
    async show(page) {
      await page.addInitScript(() => localStorage.clear())
      await open(page, '/notas')
      await page.getByText('Tu sesión ha terminado.').waitFor()
    },
  },
  {
    name: 'search',
    title: 'Notas',
    async show(page, user) {
      await user.addNote('Canción')
      await open(page, '/notas')
      await page.getByRole('button', { name: 'Buscar' }).click()
      await page.keyboard.type('canc')
    },
  },
  {
    name: 'delete dialog',
    title: 'Notas',
    async show(page, user) {
      await user.addNote('Canción')
      await open(page, '/notas')
      await deleteButton(page, 'Canción').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'new note', title: 'Nueva Nota · Notas', show: (page) => open(page, '/create-note') },
  { name: 'editor without an id', title: 'Nueva Nota · Notas', show: (page) => open(page, '/note-editor') },
  {
    name: 'note deleted',
    title: 'Notas',
    async show(page, user) {
      await user.addNote('Plantas')
      await user.addNote('Canción')
      await open(page, '/notas')
      await deleteButton(page, 'Canción').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
      await page.getByRole('button', { name: 'Deshacer' }).waitFor()
    },
  },
  {
    name: 'new note, save dialog',
    title: 'Nueva Nota · Notas',
    async show(page) {
      await open(page, '/create-note')
      await page.getByRole('button', { name: 'Guardar' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'editor',
    title: 'Editar Nota · Notas',
    async show(page, user) {
      await user.addNote('Canción '.repeat(20), 'Contenido '.repeat(300))
      await open(page, '/notas')
      await page.getByRole('link', { name: /^Editar nota/ }).click()
      await page.getByPlaceholder('Escribe tu contenido aquí...').click()
    },
  },
  {
    name: 'editor, loading',
    title: 'Editar Nota · Notas',
    async show(page, user) {
      await user.addNote('Canción')
      await open(page, '/notas')
      await page.route('**/api/notes/*', () => {})
      await editLink(page, 'Canción').click()
      await page.getByText('Cargando...').waitFor()
    },
  },
  {
    name: 'editor, not loaded',
    title: 'Editar Nota · Notas',
    expected: /Failed to load resource|Error 404/,
    async show(page) {
      await open(page, '/note-editor/42')
      await expect(page.getByPlaceholder('Título de la nota')).toBeDisabled()
    },
  },
  {
    name: 'editor, save dialog',
    title: 'Editar Nota · Notas',
    async show(page, user) {
      await user.addNote('Canción')
      await open(page, '/notas')
      await editLink(page, 'Canción').click()
      await page.getByRole('button', { name: 'Guardar' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'editor with a draft',
    title: 'Editar Nota · Notas',
    async show(page, user) {
      await user.addNote('Canción', 'Contenido')
      await open(page, '/notas')
      await editLink(page, 'Canción').click()
      await write(page, { content: 'Otro contenido' })
      await expectDrafts(page, ['Otro contenido'])
      await page.reload()
      await draftBanner(page).waitFor()
    },
  },
  {
    name: 'editor that cannot save drafts',
    title: 'Editar Nota · Notas',
    expected: /full/,
    async show(page, user) {
      await page.addInitScript(() => {
        IDBFactory.prototype.open = () => {
          throw new Error('full')
        }
      })
      await user.addNote('Canción')
      await open(page, '/notas')
      await editLink(page, 'Canción').click()
      await write(page, { content: 'Contenido' })
      await page.getByText(/^Este navegador no puede guardar borradores/).waitFor()
    },
  },
  {
    name: 'new note with a draft',
    title: 'Nueva Nota · Notas',
    async show(page) {
      await open(page, '/create-note')
      await write(page, { content: 'Contenido' })
      await expectDrafts(page, ['Contenido'])
      await page.reload()
      await newDraftBanner(page).waitFor()
    },
  },
  {
    name: 'notes with drafts',
    title: 'Notas',
    async show(page, user) {
      await user.addNote('Electroencefalografista'.repeat(20))
      await open(page, '/notas')
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
    name: 'conflict dialog',
    title: 'Editar Nota · Notas',
    expected: /Failed to load resource.* 412/,
    async show(page, user) {
      const id = await user.addNote('Canción', 'Contenido')
      await open(page, '/notas')
      await editLink(page, 'Canción').click()
      await write(page, { content: `${'Electroencefalografista'.repeat(20)}\n${'Una línea\n'.repeat(60)}` })
      await page.request.put(`/api/notes/${id}`, {
        headers: { Authorization: `Bearer ${user.token}` },
        data: { title: 'Otra canción', content: 'Otro contenido' },
      })
      await save(page)
      await page.getByRole('dialog', { name: /^Esta nota ha cambiado/ }).waitFor()
    },
  },
  {
    name: 'sign-out dialog',
    title: 'Notas',
    async show(page) {
      await open(page, '/create-note')
      await write(page, { content: 'Contenido' })
      await page.getByRole('link', { name: 'Volver' }).click()
      await page.getByRole('button', { name: 'Cerrar sesión' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'notes, cached list',
    title: 'Notas',
    expected: /Failed to load resource/,
    async show(page, user) {
      await user.addNote('Canción')
      await open(page, '/notas')
      await expectCachedList(page, ['Canción'])
      await page.route('**/api/notes', (route) => route.abort())
      await page.reload()
      await page.getByText(/Estas son las de la última vez\.$/).waitFor()
    },
  },
  {
    name: 'account',
    title: 'Cuenta · Notas',
    async show(page) {
      await open(page, '/cuenta')
      await page.getByText('Importar una carpeta').waitFor()
    },
    next: [
      async (page) => {
        await page.getByRole('button', { name: 'Eliminar cuenta' }).click()
        await page.getByRole('dialog').getByLabel('Contraseña').waitFor()
      },
    ],
  },
  {
    name: 'account, lists, errors and dialogs',
    title: 'Cuenta · Notas',
    expected: /Failed to load resource|Failed to fetch|No se ha podido hacer/,
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
    next: [
      async (page) => {
        await page.getByRole('button', { name: /^Eliminar para siempre: Super/ }).click()
        await page.getByRole('dialog').waitFor()
      },
      async (page, user) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
        await page.getByRole('button', { name: 'Vaciar papelera' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Vaciar' }).click()
        await page.getByText('La papelera está vacía.').waitFor()
        await page.getByLabel('Contraseña actual').fill(user.password)
        await page.getByLabel('Nueva contraseña').fill('una clave nueva')
        await page.keyboard.press('Enter')
        await page.getByText('Contraseña cambiada.').waitFor()
      },
      async (page) => {
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
    ],
  },
  {
    name: 'account, survey of an import',
    title: 'Cuenta · Notas',
    async show(page) {
      await open(page, '/cuenta')
      await chooseFiles(page, takeoutOf(['Receta', 'Supercalifragilísticoespialidoso '.repeat(8)]), {
        name: `${'carpeta-larga/'.repeat(20)}foto.jpg`,
        content: 'x',
      })
      await page.getByText('No son notas').click()
    },
  },
  {
    name: 'account, import under way',
    title: 'Cuenta · Notas',
    async show(page) {
      await open(page, '/cuenta')
      await pauseCalls(page, '**/api/notes', 'POST')
      await chooseFiles(page, takeoutOf(['Uno', 'Dos']))
      await startImport(page)
      await page.getByRole('button', { name: 'Pausar' }).click()
    },
  },
  {
    name: 'account, result of an import',
    title: 'Cuenta · Notas',
    expected: /Failed to load resource/,
    async show(page) {
      await open(page, '/cuenta')
      await page.route('**/api/notes', (route) =>
        route.request().postDataJSON()?.title === 'Dos'
          ? route.fulfill({ status: 400, json: { message: 'Esta no.' } })
          : route.continue(),
      )
      await chooseFiles(page, takeoutOf(['Uno', 'Dos']))
      await startImport(page)
      await page.getByText('No importadas', { exact: true }).click()
    },
  },
  {
    name: 'account without a session',
    title: 'Cuenta · Notas',
    async show(page) {
      await open(page, '/')
      await page.evaluate(() => localStorage.clear())
      await open(page, '/cuenta')
      await page.getByText('Tu sesión ha terminado.').waitFor()
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
]

const WIDTHS = [320, 390, 820, 1440]

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>

type Axe = { run: (options: object) => Promise<AxeResults> }

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** A title may be empty; the style sheet draws 'Sin título' in its place, which axe does not read. */
const EMPTY_HEADING = 'empty-heading'

signedInTest.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const { name, title, expected, show, next = [] } of SCREENS) {
  signedInTest(
    `${name}: the screen has its title, a quiet console and no axe violations, and fits, in light and dark`,
    async ({ page, user, expectConsole }) => {
      if (expected) expectConsole(expected)
      await show(page, user)
      await expect(page).toHaveTitle(title)
      expect(await page.locator('head title').count()).toBe(1)
      await expect(page.locator('html')).toHaveAttribute('lang', 'es')
      await expectFit(page)
      expectAccessible(await analyze(page))
      await expectDark(page)
      for (const showNext of next) {
        await showNext(page, user)
        await expectFit(page)
        await page.emulateMedia({ colorScheme: 'light' })
        expectAccessible(await analyzeAgain(page, TAGS))
        await expectDark(page)
      }
    },
  )
}

async function expectFit(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 640 ? 800 : 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  }
}

async function expectDark(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.emulateMedia({ colorScheme: 'dark' })
  // Nothing else depends on the scheme or the width.
  expectAccessible(await analyzeAgain(page, ['color-contrast', 'target-size']))
}

function analyze(page: Page): Promise<AxeResults> {
  // There are no frames: legacy mode saves opening a page for each analysis.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  return axe.withTags(TAGS).disableRules(EMPTY_HEADING).analyze()
}

/** Uses the script that the first analysis has left in the page: loading it takes longer than a few rules. */
function analyzeAgain(page: Page, runOnly: string[]): Promise<AxeResults> {
  return page.evaluate((options) => (window as unknown as { axe: Axe }).axe.run(options), {
    runOnly,
    rules: { [EMPTY_HEADING]: { enabled: false } },
    resultTypes: ['violations'],
  })
}

function expectAccessible({ violations }: AxeResults): void {
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([])
}
