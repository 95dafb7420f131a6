import type { Page } from '@playwright/test'
import {
  collectCalls,
  deleteNote,
  expectCards,
  expectScreen,
  open,
  openList,
  reloadList,
  signIn,
  writeNew,
} from '../support/actions'
import { afterTimeout, blockDatabase } from '../support/browser-database'
import {
  expectCachedList,
  expectStoredDeletions,
  installServiceWorker,
  openCachedList,
  readAllStorage,
  readStore,
} from '../support/browser-storage'
import { content, expectDrafts, newDraftBanner, readDrafts, writeDraft } from '../support/drafts'
import { createUser, expect, signedInTest as test, type User } from '../support/fixtures'

test.use({ serviceWorkers: 'allow' })

test.beforeEach(({ expectConsole }) => {
  expectConsole(/Failed to load resource|Failed to fetch|ERR_INTERNET_DISCONNECTED/)
})

const ENDED = 'Tu sesión ha terminado.'

/** Opens a list of two notes, deletes one, and ends the session on the host. */
async function endOnHost(page: Page, user: User): Promise<string> {
  const id = await user.addNote('Plantas secretas', 'Riego secreto')
  const deleted = await user.addNote('Frase')
  await openCachedList(page, ['Frase', 'Plantas secretas'])
  await installServiceWorker(page)
  await deleteNote(page, 'Frase')
  await expectStoredDeletions(page, [deleted])
  await user.call('POST', '/api/auth/logout')
  return id
}

async function expectEnded(page: Page): Promise<void> {
  await expect(page.getByText(ENDED)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByText('secret')).toHaveCount(0)
}

test('a session that the host has ended leaves nothing of its list in the browser', async ({
  page,
  context,
  user,
}) => {
  const id = await endOnHost(page, user)
  await writeNew(page, { content: 'Pan' })
  await expect.poll(async () => (await readDrafts(page)).map(({ content }) => content)).toContain('Pan')
  await page.getByRole('link', { name: 'Volver' }).click()

  await expectEnded(page)
  await expect.poll(() => readStore(page, 'lists')).toEqual([])
  await expectDrafts(page, ['Pan'])
  const stored = await readAllStorage(page)
  expect(['Plantas secretas', 'Riego secreto'].filter((text) => stored.includes(text))).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('notas-list-etag'))).toBeNull()

  await context.setOffline(true)
  const calls = collectCalls(page)
  await page.reload()
  await expectEnded(page)
  expect(calls).toEqual([])
  await open(page, `/note-editor/${id}`)
  await expect(page.getByText('Cargando...')).toBeHidden()
  await expect(content(page)).toHaveValue('')
  await expect(content(page)).toBeDisabled()
  await open(page, '/create-note')
  await expect(content(page)).toBeEnabled()
  await expect(newDraftBanner(page)).toBeHidden()

  await context.setOffline(false)
  await signIn(page, user)
  await expectCards(page, ['Plantas secretas'])
  await expect(page.getByText('Nota nueva sin guardar: «Pan»')).toBeVisible()
  await expectCachedList(page, ['Plantas secretas'])
})

test('a page closed right after the 401 shows no note afterwards, even if the database is slow', async ({
  page,
  context,
  user,
  expectConsole,
}) => {
  expectConsole(/The database does not answer/)
  await endOnHost(page, user)
  const release = await blockDatabase(context)
  await page.clock.install()
  await page.reload()
  await expectEnded(page)
  await page.close()

  const next = await context.newPage()
  await next.clock.install()
  await context.setOffline(true)
  await open(next, '/notas')
  await afterTimeout(next, () => expectEnded(next))
  expect(JSON.stringify(await next.evaluate(() => ({ ...localStorage })))).not.toContain('notas-list-etag')
  await release()
  await expect.poll(() => readStore(next, 'lists')).toEqual([])
  await expectEnded(next)
})

test('a 401 to a token that is no longer stored ends nothing', async ({ page, host, user }) => {
  const next = await createUser(host)
  await next.addNote('Compra')
  await openCachedList(page, [])
  await page.route(
    '**/api/notes',
    async (route) => {
      await page.evaluate((token) => localStorage.setItem('token', token), next.token)
      await route.fulfill({ status: 401, body: '' })
    },
    { times: 1 },
  )
  await reloadList(page, ['Compra'])
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBe(
    JSON.stringify([user.token, user.email]),
  )
})

test('the screen of an ended session has its sentence, Log in and Cerrar sesión, which removes everything; other tabs empty their list', async ({
  page,
  context,
  user,
}) => {
  const other = await context.newPage()
  await user.addNote('Plantas')
  await openList(other, ['Plantas'])
  const calls = collectCalls(other)
  await open(page, '/create-note')
  await writeDraft(page, { content: 'Borrador secreto' })
  await user.call('POST', '/api/auth/logout')
  await open(page, '/notas')
  await expect(page.getByText(ENDED)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Buscar' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Crear nota' })).toBeHidden()
  await expectEnded(other)
  expect(calls).toEqual([])

  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Cerrar sesión y borrar lo que no has guardado?' })
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expectDrafts(page, ['Borrador secreto'])
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await dialog.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expectScreen(page, '/')
  await expectDrafts(page, [])
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toBe('{}')
})
