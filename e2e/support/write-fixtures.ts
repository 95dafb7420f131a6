import { expect, type Page } from '@playwright/test'
import {
  deleteNote,
  expectCards,
  expectScreen,
  logInHere,
  open,
  openTab,
  save,
  saveAndExpectFailure,
  write,
  writeNew,
} from './actions'
import { listNotes, logIn, type User } from './api-client'
import { POLLING } from './browser-storage'
import { readDrafts } from './drafts'
import { signedInTest } from './fixtures'
import {
  type FaultyProxy,
  held,
  type ProxiedCall,
  type ProxyOptions,
  startFaultyProxy,
} from './servers/faulty-proxy'

type Fixtures = {
  /** The front end and the host, behind a proxy that loses, refuses and delays calls as the test says. */
  faultyProxy: FaultyProxy
  storedTitles: (user?: User) => Promise<string[]>
  /** Waits until the list has these cards, and asserts that the host has the same notes. */
  expectNotes: (page: Page, titles: string[]) => Promise<void>
}

export { deleteNote, expect, held, logInHere, openTab, type ProxiedCall }

export const writeTest = signedInTest.extend<ProxyOptions & Fixtures>({
  isBare: [false, { option: true }],

  faultyProxy: async ({ host, isBare }, use) => {
    const proxy = await startFaultyProxy(host, { isBare })
    await use(proxy)
    await proxy.stop()
  },

  baseURL: async ({ faultyProxy }, use) => use(faultyProxy.origin),

  storedTitles: async ({ host, user }, use) => {
    // Logins of their own: the user of a test may have logged out.
    const tokens = new Map<User, Promise<string>>()
    await use(async (owner = user) => {
      if (!tokens.has(owner)) tokens.set(owner, logIn(host, owner))
      const notes = await listNotes(host, { token: String(await tokens.get(owner)) })
      return notes.map(({ title }) => title)
    })
  },

  expectNotes: async ({ storedTitles }, use) => {
    await use(async (page, titles) => {
      await expectCards(page, titles)
      expect(await storedTitles()).toEqual(titles)
    })
  },

  expectConsole: async ({ expectConsole }, use) => {
    expectConsole(/Failed to load resource|Failed to fetch|No response in 30 s|ERR_INTERNET_DISCONNECTED/)
    expectConsole(/Error al (guardar|eliminar) la nota|Error 404: Not Found|An earlier attempt/)
    await use(expectConsole)
  },
})

/** Declares tests on a host that knows the seven calls and nothing more. */
export function onBareHost(declare: () => void): void {
  writeTest.describe('on a host of seven calls', () => {
    writeTest.use({ isBare: true })
    declare()
  })
}

export function onBothHosts(declare: (isBare: boolean) => void): void {
  writeTest.describe('on our host', () => declare(false))
  onBareHost(() => declare(true))
}

export const isCreate = ({ method, path }: ProxiedCall) => method === 'POST' && path === '/api/notes'

export const isDelete = ({ method }: ProxiedCall) => method === 'DELETE'

export const isList = ({ method, path }: ProxiedCall) => method === 'GET' && path === '/api/notes'

export const isRestore = ({ method, path }: ProxiedCall) => method === 'POST' && path.endsWith('/restore')

export const isWrite = ({ method, path }: ProxiedCall) =>
  method !== 'GET' && /^\/api\/(notes|trash)/.test(path)

/** Fault of a line that no write passes. */
export const refuseWrites = (call: ProxiedCall) => (isWrite(call) ? ('refuse' as const) : undefined)

export async function expectCalls(
  proxy: FaultyProxy,
  matches: (call: ProxiedCall) => boolean,
  count: number,
): Promise<void> {
  await expect.poll(() => proxy.calls.filter(matches).length, POLLING).toBe(count)
}

export async function expectNoWriteUnderWay(page: Page): Promise<void> {
  await expect.poll(() => countLocks(page), POLLING).toBe(0)
}

/** Number of locks that tabs hold or await, as a write does while it is under way. 'Deshacer' has another one. */
export function countLocks(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // Insecure origins have no locks.
    const { held = [], pending = [] } = (await navigator.locks?.query()) ?? {}
    return [...held, ...pending].filter(({ name }) => name !== 'notas-undo-shown').length
  })
}

/** Stops the page's clock, which must be installed. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
}

export async function showPageAgain(page: Page): Promise<void> {
  await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
}

export async function reconnect(proxy: FaultyProxy, page: Page): Promise<void> {
  proxy.fault = () => undefined
  await showPageAgain(page)
}

type NewText = { title: string; content?: string }

/** Writes a new note and saves it without an answer. The form stays open. */
export async function saveWithoutAnswer(page: Page, text: NewText): Promise<void> {
  await open(page, '/create-note')
  await failToSave(page, text)
}

/** Does the same from the list, without loading the page anew. */
export async function saveNewWithoutAnswer(page: Page, text: NewText): Promise<void> {
  await page.getByRole('link', { name: 'Crear nota' }).click()
  await failToSave(page, text)
}

export async function failToSave(page: Page, text: Partial<NewText>): Promise<void> {
  await write(page, text)
  await saveAndExpectFailure(page)
  await expectNoWriteUnderWay(page)
}

export async function leaveForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expectScreen(page, '/notas')
}

export async function createNote(page: Page, title: string): Promise<void> {
  await writeNew(page, { title })
  await save(page)
  await expectScreen(page, '/notas')
}

/** The sentence that a text waits, in the form. */
export const waits = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'No hay conexión: la nota se guardará cuando vuelva.' })

export const isSaved = (page: Page) => page.getByRole('status').filter({ hasText: 'Guardada.' })

export const toSave = (page: Page) => page.getByText(/^Hay \d+ notas? por guardar\./)

export async function expectNothingToSave(page: Page): Promise<void> {
  await expect(toSave(page)).toBeHidden()
  await expect(unsaved(page)).toBeHidden()
}

export const openWaiting = (page: Page) => page.getByRole('link', { name: /^Abrir(?! borrador)/ })

export const unsaved = (page: Page) => page.getByText(/^(Nota nueva sin guardar|Cambios sin guardar en)/)

export const undo = (page: Page) => page.getByRole('button', { name: 'Deshacer', exact: true })

/** Waits until these contents, and no others, are stored as drafts or as what is to be saved, once or twice. */
export async function expectTexts(page: Page, contents: string[]): Promise<void> {
  const stored = async () => [...new Set((await readDrafts(page)).map(({ content }) => content))].sort()
  await expect.poll(stored, POLLING).toEqual(contents)
}
