import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { confirmSignOut, open, pressDelete, writeNew } from './actions'
import { createUser } from './api-client'
import { blockDatabase, fillDatabase } from './browser-database'
import { expectCachedList } from './browser-storage'
import { findChromium } from './chromium'
import { content, expectDrafts, listDraftBackups } from './drafts'
import { expect, startSession } from './fixtures'
import { addKeptNotes, type KeptBrowser, readBrowser } from './kept-browsers'
import { KEPT_DATABASES } from './kept-databases'
import { type FaultyProxy, startFaultyProxy } from './servers/faulty-proxy'
import { startHost } from './servers/host'

type State = { isBare?: boolean; leave: (page: Page, proxy: FaultyProxy) => Promise<void> }

const STATES: Record<string, State> = {
  drafts: { leave: leaveDrafts },
  deleted: { leave: deleteNote },
  'deleted on a bare host': { isBare: true, leave: deleteNote },
  'deleted, and the list left': {
    async leave(page) {
      await deleteNote(page)
      await page.getByRole('link', { name: 'Crear nota' }).click()
      // The browser still stores that the note is deleted, without its text.
      await expectDrafts(page, [''])
    },
  },
  'deleted without an answer': {
    async leave(page, proxy) {
      proxy.fault = ({ method }) => (method === 'DELETE' ? 'lose the response' : undefined)
      await pressDelete(page, 'Viaje')
      await expect(page.getByRole('dialog')).toBeHidden()
    },
  },
  undoing: { leave: undo },
  'undoing on a bare host': { isBare: true, leave: undo },
  'signed out': {
    async leave(page) {
      await leaveDrafts(page)
      await page.getByRole('button', { name: 'Cancelar' }).click()
      await blockDatabase(page.context())
      await confirmSignOut(page)
    },
  },
}

/** Writes what the built release leaves in a browser, when its pages are closed, in the folder of its databases. */
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const browser = await chromium.launch(findChromium())
const host = await startHost()
const kept: Record<string, KeptBrowser> = {}
for (const [name, state] of Object.entries(STATES)) kept[name] = await keep(state)
await browser.close()
await host.stop()
mkdirSync(`${KEPT_DATABASES}/${version}`, { recursive: true })
writeFileSync(`${KEPT_DATABASES}/${version}/browser.json`, `${JSON.stringify(kept, null, 2)}\n`)

async function keep({ isBare = false, leave }: State): Promise<KeptBrowser> {
  const proxy = await startFaultyProxy(host, { isBare })
  const user = await createUser(host)
  const names = await addKeptNotes(host, user)
  const context = await browser.newContext({ baseURL: proxy.origin, serviceWorkers: 'block' })
  await startSession(context, proxy.origin, user)
  const page = await context.newPage()
  await open(page, '/notas')
  await expectCachedList(page, ['Viaje', 'Plantas', 'Recetas'])
  await leave(page, proxy)
  await closeAll(context)
  const left = await readBrowser(context)
  await context.close()
  await proxy.stop()
  return { names, ...left }
}

async function closeAll(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.close()
}

/** Types three drafts: of a new note, of one that is edited, and one that only localStorage takes. */
async function leaveDrafts(page: Page): Promise<void> {
  await writeNew(page, { title: 'Compra', content: 'Pan y leche' })
  await expectDrafts(page, ['Pan y leche'])
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('link', { name: 'Editar nota: Plantas' }).click()
  await content(page).fill('Riego los martes')
  await expectDrafts(page, ['Pan y leche', 'Riego los martes'])
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('link', { name: 'Editar nota: Recetas' }).click()
  await page.evaluate(fillDatabase)
  await content(page).fill('Tortilla con cebolla')
  await expect.poll(() => listDraftBackups(page)).toHaveLength(1)
}

async function deleteNote(page: Page): Promise<void> {
  await pressDelete(page, 'Viaje')
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeVisible()
}

async function undo(page: Page, proxy: FaultyProxy): Promise<void> {
  await deleteNote(page)
  proxy.fault = ({ method }) => (method === 'POST' ? new Promise(() => {}) : undefined)
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect.poll(() => proxy.calls.some(({ method }) => method === 'POST')).toBe(true)
}
