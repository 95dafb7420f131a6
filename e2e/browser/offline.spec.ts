import type { Page } from '@playwright/test'
import {
  confirmSignOut,
  deleteNote,
  editLink,
  expectCards,
  open,
  openList,
  returnToList,
} from '../support/actions'
import {
  expectCachedList,
  expectStoredDeletions,
  installServiceWorker,
  openCachedList,
  readAllStorage,
  waitForServiceWorker,
} from '../support/browser-storage'
import { content, expectDrafts, writeDraft } from '../support/drafts'
import { createUser, expect, signedInTest, test, type User } from '../support/fixtures'
import { alteredCopy, FIRST_RELEASE } from '../support/releases'
import { rebase } from '../support/servers/rebase'
import { startStaticHost } from '../support/servers/static-host'

signedInTest.use({ serviceWorkers: 'allow' })
test.use({ serviceWorkers: 'allow' })

signedInTest.beforeEach(({ expectConsole }) => {
  expectConsole(/Failed to load resource|Failed to fetch|ERR_INTERNET_DISCONNECTED/)
})

/** Opens a list of two notes and waits until list and front end are cached. */
async function visit(page: Page, user: User): Promise<{ plantas: string; frase: string }> {
  const plantas = await user.addNote('Plantas', 'Riego\nLuz\nAbono')
  const frase = await user.addNote('Frase', 'Vísteme despacio')
  await openList(page, ['Frase', 'Plantas'])
  await expectCachedList(page, ['Frase', 'Plantas'])
  await installServiceWorker(page)
  return { plantas, frase }
}

signedInTest('without a network every screen opens by its address', async ({ page, context, user }) => {
  const { plantas } = await visit(page, user)
  await context.setOffline(true)
  for (const [path, title, heading] of [
    ['/', 'Log in · Notas', 'Log in'],
    ['/register', 'Create account · Notas', 'Create account'],
    ['/reset-password', 'Reset password · Notas', 'Reset password'],
    ['/notas', 'Notas', 'Notas'],
    ['/create-note', 'Nueva Nota · Notas', 'Nueva Nota'],
    [`/note-editor/${plantas}`, 'Plantas · Notas', 'Editar Nota'],
    ['/note-editor', 'Nueva Nota · Notas', 'Nueva Nota'],
    ['/nada', 'Página no encontrada · Notas', 'Esta página no existe.'],
  ] as const) {
    for (const address of new Set([path, path.replace(/\/?$/, '/')])) {
      await open(page, address)
      await expect(page).toHaveTitle(title)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    }
  }
})

signedInTest(
  'without a network the cached list and all of its notes can be read, back online the list shows the notes of the host, and the next user never sees them',
  async ({ page, context, host, user }) => {
    await visit(page, user)
    await context.setOffline(true)
    await openList(page, ['Frase', 'Plantas'])
    await expect(
      page.getByText('No se han podido cargar las notas. Estas son las de la última vez.'),
    ).toBeVisible()
    for (const [title, text] of [
      ['Plantas', 'Riego\nLuz\nAbono'],
      ['Frase', 'Vísteme despacio'],
    ] as const) {
      await editLink(page, title).click()
      await expect(content(page)).toHaveValue(text)
      await returnToList(page, ['Frase', 'Plantas'])
    }

    await user.addNote('Compra')
    await context.setOffline(false)
    await openList(page, ['Compra', 'Frase', 'Plantas'])
    await expect(page.getByText('Estas son las de la última vez.')).toBeHidden()
    await expectCachedList(page, ['Compra', 'Frase', 'Plantas'])

    const next = await createUser(host)
    await page.evaluate((token) => localStorage.setItem('token', token), next.token)
    await context.setOffline(true)
    await open(page, '/notas')
    await expect(page.getByText('No se han podido cargar las notas.')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
    await context.setOffline(false)
    await next.addNote('Regalos')
    await openCachedList(page, ['Regalos'])
  },
)

signedInTest(
  'Cerrar sesión asks, and removes all data of the user from the browser',
  async ({ page, user }) => {
    const id = await user.addNote('Plantas secretas', 'Contenido secreto')
    const deleted = await user.addNote('Frase')
    await open(page, `/note-editor/${id}`)
    await writeDraft(page, { content: 'Borrador secreto' })
    await page.getByRole('link', { name: 'Volver' }).click()
    await expectCachedList(page, ['Frase', 'Plantas secretas'])
    await installServiceWorker(page)
    await deleteNote(page, 'Frase')
    await expectStoredDeletions(page, [deleted])
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    const dialog = page.getByRole('dialog', { name: '¿Cerrar sesión y borrar lo que no has guardado?' })
    await expect(dialog.getByRole('button')).toHaveText(['Cancelar', 'Cerrar sesión'])
    await expect(dialog.getByRole('button', { name: 'Cancelar' })).toHaveAccessibleDescription(
      '¿Cerrar sesión y borrar lo que no has guardado? «Plantas secretas»',
    )
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await expect(dialog).toBeHidden()
    await expectCards(page, ['Plantas secretas'])
    const before = await readAllStorage(page)
    const secrets = ['Plantas secretas', 'Contenido secreto', 'Borrador secreto']
    secrets.push(deleted, user.token, user.email)
    expect(secrets.filter((secret) => !before.includes(secret))).toEqual([])

    await confirmSignOut(page)
    await expectDrafts(page, [])
    const after = await readAllStorage(page)
    expect(after).toContain('/_next/static/')
    expect(secrets.filter((secret) => after.includes(secret))).toEqual([])
  },
)

test('without a base path, the service worker leaves API calls to the network', async ({
  page,
  context,
  expectConsole,
  atEnd,
}) => {
  expectConsole(/Failed to load resource|Refused to/)
  const folder = await alteredCopy(FIRST_RELEASE, 'at-the-root', (copy) => {
    rebase(copy, '')
  })
  const site = await startStaticHost({ folder, basePath: '' })
  atEnd(site.stop)
  await page.goto(site.origin)
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js'))
  await waitForServiceWorker(page)
  await context.setOffline(true)
  const response = await page.goto(`${site.origin}/nada`)
  expect(await response?.text()).toContain('noindex')
  await expect(page.goto(`${site.origin}/api/notes`)).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
})
