import {
  type BrowserContext,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
  type Route,
} from '@playwright/test'
import { BASE } from './fixtures'
import { held } from './servers/faulty-proxy'

/** Opens a screen by its path, without the base path: '/', '/notas', … */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${BASE}${path}`)
}

export async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await open(page, path)
  return page
}

export async function openList(page: Page, titles: string[]): Promise<void> {
  await open(page, '/notas')
  await expectCards(page, titles)
}

export async function reloadList(page: Page, titles: string[]): Promise<void> {
  await page.reload()
  await expectCards(page, titles)
}

/** Leaves a form for the list, without loading the page anew. */
export async function returnToList(page: Page, titles: string[]): Promise<void> {
  await page.getByRole('link', { name: 'Volver' }).click()
  await expectCards(page, titles)
}

export async function expectScreen(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL(
    (url) => url.pathname.replace(/\/$/, '') === `${BASE}${path}`.replace(/\/$/, ''),
  )
}

export async function fillLogin(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
}

export async function fillRegistration(
  page: Page,
  { userName, ...login }: { userName: string; email: string; password: string },
): Promise<void> {
  await page.getByLabel('Username').fill(userName)
  await fillLogin(page, login)
}

export async function signIn(page: Page, user: { email: string; password: string }): Promise<void> {
  await open(page, '/')
  await logInHere(page, user)
}

export async function logInHere(page: Page, user: { email: string; password: string }): Promise<void> {
  await fillLogin(page, user)
  // A test that collects the alerts may have accepted it before.
  page.once('dialog', (dialog) => dialog.accept().catch(() => {}))
  await page.getByRole('button', { name: 'Log in' }).click()
  await expectScreen(page, '/notas')
}

/** Signs out where nothing is unsaved. */
export async function pressSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expectScreen(page, '/')
}

/** Signs out where something is unsaved, which is asked. */
export async function confirmSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).click()
  await expectScreen(page, '/')
}

export function collectAlerts(page: Page): string[] {
  const alerts: string[] = []
  page.on('dialog', (dialog) => {
    alerts.push(`${dialog.type()}: ${dialog.message()}`)
    dialog.accept()
  })
  return alerts
}

/** Message of a form. */
export function alert(page: Page, text: string): Locator {
  return page.getByRole('alert').filter({ hasText: text })
}

export function card(page: Page, title: string): Locator {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
}

const CARD_COLORS = [
  'rgb(255, 173, 173)',
  'rgb(255, 214, 165)',
  'rgb(253, 255, 182)',
  'rgb(202, 255, 191)',
  'rgb(155, 246, 255)',
  'rgb(160, 196, 255)',
  'rgb(189, 178, 255)',
  'rgb(255, 198, 255)',
]

export function colorAt(position: number): string {
  return String(CARD_COLORS[position % CARD_COLORS.length])
}

export function editLink(page: Page, title: string): Locator {
  return page.getByRole('link', { name: `Editar nota: ${title}`, exact: true })
}

export function deleteButton(page: Page, title: string): Locator {
  return page.getByRole('button', { name: `Eliminar nota: ${title}`, exact: true })
}

export async function pressDelete(page: Page, title: string): Promise<void> {
  await deleteButton(page, title).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
}

export async function deleteNote(page: Page, title: string): Promise<void> {
  await pressDelete(page, title)
  await expect(deleteButton(page, title)).toBeHidden()
}

export async function expectCards(page: Page, titles: string[]): Promise<void> {
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(titles)
}

type Text = { title?: string; content?: string }

export async function write(page: Page, { title, content }: Text): Promise<void> {
  if (title !== undefined) await page.getByPlaceholder('Título de la nota').fill(title)
  if (content !== undefined) await page.getByPlaceholder('Escribe tu contenido aquí...').fill(content)
}

export async function writeNew(page: Page, text: Text): Promise<void> {
  await page.getByRole('link', { name: 'Crear nota' }).click()
  await write(page, text)
}

export async function edit(page: Page, title: string, text: Text): Promise<void> {
  await editLink(page, title).click()
  await write(page, text)
}

export async function expectFields(page: Page, { title, content }: Required<Text>): Promise<void> {
  await expect(page.getByPlaceholder('Título de la nota')).toHaveValue(title)
  await expect(page.getByPlaceholder('Escribe tu contenido aquí...')).toHaveValue(content)
}

/**
 * Holds what moves the focus after a delay. Returns a function that expects a move, and one that expects and makes it.
 * To be called before a page opens.
 */
export async function holdFocus(page: Page) {
  await page.addInitScript(() => {
    const { setTimeout: later, clearTimeout: clear } = window
    const held = new Map<number, () => void>()
    Object.assign(window, {
      held,
      setTimeout(run: () => void, delay: number) {
        if (delay !== 300) return later(run, delay)
        const id = -later(() => {})
        held.set(id, run)
        return id
      },
      clearTimeout: (id: number) => held.delete(id) || clear(id),
    })
  })
  const takeHeld = (isRun: boolean) =>
    page.evaluate((isRun) => {
      const { held } = window as unknown as { held: Map<number, () => void> }
      const { size } = held
      if (isRun) for (const run of held.values()) run()
      return size
    }, isRun)
  const expectMove = () => expect.poll(() => takeHeld(false)).toBe(1)
  return {
    expectMove,
    async move(): Promise<void> {
      await expectMove()
      await takeHeld(true)
    },
  }
}

/** Restores the page from the back/forward cache, after what happens meanwhile, with the events of WebKit. */
export async function restorePage(page: Page, meanwhile: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await meanwhile()
  await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
  await page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
}

export async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
}

export async function saveToList(page: Page, titles: string[]): Promise<void> {
  await save(page)
  await expectCards(page, titles)
}

export async function saveAndExpectFailure(page: Page): Promise<void> {
  const logged = nextLog(page, 'Error al guardar la nota')
  await save(page)
  await logged
  await expect(page.getByRole('dialog')).toBeHidden()
}

export function nextLog(page: Page, text: string): Promise<ConsoleMessage> {
  return page.waitForEvent('console', (message) => message.text().includes(text))
}

/** Collects the page's API calls: 'GET /api/notes'. */
export function collectCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && request.method() !== 'OPTIONS')
      calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

/**
 * Pauses the calls to an address, or only those of one method, until the returned function is called. Then `resume`
 * handles them.
 */
export async function pauseCalls(
  page: Page,
  address: string,
  method?: string,
  resume: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  const { until, release } = held()
  await page.route(address, async (route) => {
    if (method === undefined || route.request().method() === method) await until
    await resume(route)
  })
  return release
}

/** A host's response; with the status 0 the connection breaks. */
export type Answer = { status: number; body?: string }

/** Answers the next call to an address in place of the host. */
export async function answerCall(page: Page, address: string, { status, body = '' }: Answer): Promise<void> {
  const handler = (route: Route) => (status === 0 ? route.abort() : route.fulfill({ status, body }))
  await page.route(address, handler, { times: 1 })
}

/** Opens a screen without its scripts. Returns a function that lets them come. */
export async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const release = await pauseCalls(page, '**/_next/static/**/*.js')
  await page.goto(`${BASE}${path}`, { waitUntil: 'commit' })
  return release
}

/** Forwards the calls of a method to the host and drops its successful responses; refusals arrive. */
export async function loseResponses(page: Page, address: string | RegExp, method: string): Promise<void> {
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.continue()
    const response = await route.fetch()
    return response.ok() ? route.abort() : route.fulfill({ response })
  })
}
