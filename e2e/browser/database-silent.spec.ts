import type { Locator, Page } from '@playwright/test'
import { edit, expectCards, expectScreen, open, save, signIn, write } from '../support/actions'
import { afterTimeout, blockDatabase, evictDatabase } from '../support/browser-database'
import {
  expectCachedList,
  openCachedList,
  readAllStorage,
  readStore,
  readToken,
} from '../support/browser-storage'
import {
  content,
  draftBanner,
  expectDrafts,
  listDraftBackups,
  readDrafts,
  recover,
  writeDraft,
} from '../support/drafts'
import { BASE, expect, signedInTest } from '../support/fixtures'

const NOT_SAVED = 'Este navegador no puede guardar borradores: guarda la nota antes de salir.'

/** Waits for an element that appears after the timeout of the database. */
function expectAfterTimeout(page: Page, element: Locator): Promise<void> {
  return afterTimeout(page, () => expect(element).toBeVisible({ timeout: 100 }))
}

/** Signs out and confirms it: a database that does not respond may hold drafts. */
async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  const confirm = page
    .getByRole('dialog', { name: '¿Cerrar sesión y borrar lo que no has guardado?' })
    .getByRole('button', { name: 'Cerrar sesión' })
  await expectAfterTimeout(page, confirm)
  await confirm.click()
  await expectAfterTimeout(page, page.getByRole('heading', { name: 'Log in' }))
  await expectScreen(page, '/')
}

signedInTest.describe('while the database does not respond', () => {
  signedInTest.beforeEach(async ({ page, expectConsole }) => {
    expectConsole(/The database does not answer/)
    await page.clock.install()
  })

  signedInTest(
    'Cerrar sesión asks and ends the session, and the remaining data is removed once the database responds, or by the next page',
    async ({ page, context, user }) => {
      await user.addNote('Plantas secretas', 'Contenido secreto')
      await openCachedList(page, ['Plantas secretas'])
      const release = await blockDatabase(context)
      await signOut(page)
      await release()
      await expect.poll(() => readStore(page, 'lists')).toEqual([])
      await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toBe('{}')

      await signIn(page, user)
      await openCachedList(page, ['Plantas secretas'])
      await blockDatabase(context)
      await signOut(page)
      expect(await readToken(page)).toBeNull()
      const next = await context.newPage()
      await next.goto(`${BASE}/register`)
      for (const other of context.pages()) if (other !== next) await other.close()
      expect(JSON.stringify(await readStore(next, 'lists'))).toContain('Contenido secreto')

      await open(next, '/')
      await expect.poll(() => readStore(next, 'lists')).toEqual([])
      await expect.poll(() => next.evaluate(() => JSON.stringify(localStorage))).toBe('{}')
      expect(await readAllStorage(next)).not.toContain(user.email)
    },
  )

  signedInTest(
    'a draft backup is offered, recovered, saved and then removed',
    async ({ page, context, user }) => {
      const id = await user.addNote('Plantas', 'Riego')
      await openCachedList(page, ['Plantas'])
      const release = await blockDatabase(context)
      await open(page, `/note-editor/${id}`)
      await write(page, { content: 'Riego los martes.' })
      await expectAfterTimeout(page, page.getByText(NOT_SAVED))
      expect(await listDraftBackups(page)).toHaveLength(1)

      await open(page, '/notas')
      await expectAfterTimeout(page, page.getByRole('link', { name: 'Abrir borrador: Plantas' }))
      await expectCards(page, ['Plantas'])
      await page.getByRole('link', { name: 'Abrir borrador: Plantas' }).click()
      await expectAfterTimeout(page, draftBanner(page))
      // The text is not held back until the database has timed out.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
      await recover(page, 'Riego los martes.')
      await page.clock.resume()
      await write(page, { content: 'Riego los lunes.' })
      await save(page)
      await afterTimeout(page, () => expect(page).toHaveURL(/\/notas\/?$/, { timeout: 300 }))
      await afterTimeout(page, () => expect.poll(() => listDraftBackups(page), { timeout: 300 }).toEqual([]))
      await release()
      await expectDrafts(page, [])
      await openCachedList(page, ['Plantas'])
      await expect(page.getByRole('link', { name: /^Abrir borrador/ })).toBeHidden()
    },
  )

  signedInTest(
    'without a network a note with a draft backup opens, other screens stop loading, and the cached list is shown once the database responds',
    async ({ page, context, user, expectConsole }) => {
      expectConsole(/Failed to load resource|ERR_FAILED|Failed to fetch/)
      const plantas = await user.addNote('Plantas', 'Riego')
      const frase = await user.addNote('Frase', 'Vísteme despacio')
      await openCachedList(page, ['Frase', 'Plantas'])
      const release = await blockDatabase(context)
      await open(page, `/note-editor/${plantas}`)
      await write(page, { content: 'Riego los martes.' })
      await expectAfterTimeout(page, page.getByText(NOT_SAVED))
      await page.route('**/api/notes**', (route) => route.abort())
      await page.route('**/api/notes/*', (route) => route.abort())
      await open(page, `/note-editor/${plantas}`)
      await afterTimeout(page, () => expect(content(page)).toHaveValue('Riego', { timeout: 100 }))
      await open(page, `/note-editor/${frase}`)
      await afterTimeout(page, () => expect(content(page)).toBeDisabled({ timeout: 100 }))
      await expect(page.getByText('Cargando...')).toBeHidden()
      await open(page, '/notas')
      await expectAfterTimeout(page, page.getByText('No se han podido cargar las notas.'))
      await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
      await expectCards(page, [])
      await release()
      await expectCards(page, ['Frase', 'Plantas'])
    },
  )

  signedInTest(
    'once it responds the draft is stored and the warning disappears, and form and list offer it',
    async ({ page, context, user }) => {
      const id = await user.addNote('Plantas', 'Riego')
      await openCachedList(page, ['Plantas'])
      const release = await blockDatabase(context)
      await open(page, '/create-note')
      await expect(page.getByRole('button', { name: 'Guardar' })).toBeEnabled()
      await page.clock.pauseAt(Date.now() + 60_000)
      await write(page, { content: 'Pan' })
      await page.clock.runFor(2_000)
      await expect(page.getByText(NOT_SAVED)).toBeHidden()
      await page.clock.runFor(100)
      await expect(page.getByText(NOT_SAVED)).toBeVisible()
      await page.clock.resume()
      await write(page, { content: 'Pan y vino' })
      await release()
      await expect(page.getByText(NOT_SAVED)).toBeHidden()
      await expectDrafts(page, ['Pan y vino'])
      expect(await listDraftBackups(page)).toEqual([])

      await page.getByRole('button', { name: 'Cancelar' }).click()
      await edit(page, 'Plantas', { content: 'Riego los martes.' })
      await expectDrafts(page, ['Pan y vino', 'Riego los martes.'])
      await page.getByRole('button', { name: 'Cancelar' }).click()
      await expect(page.getByRole('link', { name: 'Abrir borrador: Plantas' })).toBeVisible()
      for (const [path, offer] of [
        ['/notas', page.getByRole('link', { name: 'Abrir borrador: Plantas' })],
        [`/note-editor/${id}`, draftBanner(page)],
      ] as const) {
        const release = await blockDatabase(context)
        const messages: string[] = []
        page.on('console', (message) => messages.push(message.text()))
        await open(page, path)
        await afterTimeout(page, () =>
          expect.poll(() => messages.join(), { timeout: 100 }).toContain('does not answer'),
        )
        await expect(offer).toBeHidden()
        await release()
        await expect(offer).toBeVisible()
      }
      await recover(page, 'Riego los martes.')
    },
  )
})

signedInTest(
  'when the database loses its data the draft is written again without further typing, and the list still works and is cached again when it next opens',
  async ({ page, user, expectConsole }) => {
    expectConsole(/AbortError/)
    await open(page, '/create-note')
    await writeDraft(page, { content: 'Pan' })
    await evictDatabase(page)
    await expect
      .poll(async () => [...(await readDrafts(page)), ...(await listDraftBackups(page))])
      .toHaveLength(1)
    await page.reload()
    await recover(page, 'Pan')
    await expectDrafts(page, ['Pan'])

    await write(page, { content: '' })
    await expectDrafts(page, [])
    await user.addNote('Plantas')
    await page.getByRole('link', { name: 'Volver' }).click()
    await expectCachedList(page, ['Plantas'])
    await evictDatabase(page)
    await edit(page, 'Plantas', { content: 'Riego' })
    await expectDrafts(page, ['Riego'])
    await page.getByRole('link', { name: 'Volver' }).click()
    await expect(page.getByText('Cambios sin guardar en «Plantas»')).toBeVisible()
    await expectCachedList(page, ['Plantas'])
    await signOut(page)
    await expectDrafts(page, [])
  },
)
