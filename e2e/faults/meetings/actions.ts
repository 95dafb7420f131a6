import type { Locator, Page } from '@playwright/test'
import { fillLogin } from '../../support/actions'
import { content } from '../../support/drafts'
import { BASE } from '../../support/fixtures'
import type { Random } from '../../support/random'
import { succeeds, waitFor } from '../../support/wait-for'
import { countLocks, showPageAgain } from '../../support/write-fixtures'
import { confirmSignOut, type Device, isForm, marksInBrowsers, screenOf } from './device'
import type { Line, Weather } from './line'
import { type Account, type Model, marksIn, marksOf } from './model'

export type Meeting = {
  random: Random
  model: Model
  line: Line
  accounts: Account[]
  fault: (kind: string, text: string) => void
  count: (name: string) => void
}

/** Who acts next, and where. */
export type Turn = Meeting & { device: Device; page: Page; account: Account }

/** Longest wait for what an action shows. */
const LIMIT_MS = 15_000

const isConnected = ({ device }: Turn) => !device.isOffline

const onForm = ({ page }: Turn) => isForm(page)

const onList = ({ page }: Turn) => screenOf(page) === 'notas'

const onConnectedList = (turn: Turn) => isConnected(turn) && onList(turn)

const findsHost = (turn: Turn) => isConnected(turn) && !turn.line.isDown

const hasSecondTab = ({ device }: Turn) => device.context.pages().length > 1

export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(`${BASE}${path}`)
  if (path !== '/notas') return
  const shown = page.getByRole('article').or(page.getByText('Create your note!'))
  await shown
    .or(page.getByRole('button', { name: 'Reintentar' }))
    .first()
    .waitFor()
}

type Condition = (turn: Turn) => boolean

/** Resolves to what was seen; to undefined if there was nothing to act on. */
type Act = (turn: Turn) => Promise<string | undefined>

/** Actions by name: the weight with which one is drawn, whether it is possible now, and what runs. */
export const ACTIONS: Record<string, [weight: number, isPossible: Condition, act: Act]> = {
  'opens the form of a new note': [1, isConnected, silent(({ page }) => openScreen(page, '/create-note'))],
  'opens a note': [2, onConnectedList, openNote],
  'opens what waits or is unsaved': [2, onConnectedList, (turn) => follow(/^Abrir/, turn)],
  'writes a new note': [8, isConnected, writeNew],
  'edits a note': [8, onConnectedList, edit],
  types: [4, onForm, (turn) => type(turn, true)],
  'types and saves': [12, onForm, typeAndSave],
  'saves again': [4, onForm, pressSave],
  'goes to the list': [5, isConnected, silent(goToList)],
  reloads: [4, isConnected, reload],
  'signs out': [4, isConnected, signOut],
  'opens a second tab': [3, (turn) => isConnected(turn) && !hasSecondTab(turn), silent(openTab)],
  'closes the tab': [1, hasSecondTab, silent(({ page }) => page.close())],
  'looks at the tab again': [2, () => true, silent(({ page }) => showPageAgain(page))],
  'loses the connection': [1, isConnected, silent(({ device }) => setOffline(device, true))],
  'has the connection back': [
    12,
    ({ device }) => device.isOffline,
    silent(({ device }) => setOffline(device, false)),
  ],
  'finds the host away': [2, findsHost, silent(async ({ line }) => line.setDown(true))],
  'finds the host there again': [
    10,
    ({ line }) => line.isDown,
    silent(async ({ line }) => line.setDown(false)),
  ],
}

/** An act of which nothing needs to be told. */
function silent(act: (turn: Turn) => Promise<void>): Act {
  return (turn) => act(turn).then(() => '')
}

async function writeNew(turn: Turn): Promise<string | undefined> {
  await openScreen(turn.page, '/create-note')
  return typeAndSave(turn)
}

async function edit(turn: Turn): Promise<string | undefined> {
  const opened = await openNote(turn)
  return opened && `${opened}, ${await typeAndSave(turn)}`
}

async function goToList({ page, random }: Turn): Promise<void> {
  if (!isForm(page) || !random.chance(0.7)) return openScreen(page, '/notas')
  await page.getByRole('link', { name: 'Volver' }).click()
  await page.waitForURL('**/notas/')
}

async function reload({ page }: Turn): Promise<string> {
  await page.reload()
  if (isForm(page)) await dismissConflict(page)
  return screenOf(page)
}

async function openTab({ device }: Turn): Promise<void> {
  await openScreen(await device.context.newPage(), '/notas')
}

async function setOffline(device: Device, isOffline: boolean): Promise<void> {
  await device.context.setOffline(isOffline)
  device.isOffline = isOffline
}

export async function signIn(
  device: Device,
  page: Page,
  { random, accounts, fault }: Meeting,
): Promise<string> {
  const account = random.pick(accounts)
  await openScreen(page, '/')
  await fillLogin(page, account)
  await page.getByRole('button', { name: 'Log in' }).click()
  const isIn = await succeeds(page.waitForURL('**/notas/'))
  if (isIn) device.account = account
  else fault('aborted', `${account.writer} cannot sign in`)
  return account.writer
}

export async function expectNoLock({ context }: Device): Promise<void> {
  const page = context.pages()[0] as Page
  await waitFor('no write is under way', LIMIT_MS, async () => (await countLocks(page)) === 0)
}

function chooseWeather({ random, line }: Turn): Weather {
  if (random.chance(0.5) || line.isDown) return 'fine'
  return random.pick<Weather>([
    'lose the first answer',
    'lose every answer',
    'lose every answer and refuse look-ups',
    'refuse',
    'respond 500',
    'respond 502',
    'respond 503',
    'respond 401',
  ])
}

type Seen = { outcome: string; weather: Weather }

async function actInWeather(
  turn: Turn,
  act: () => Promise<unknown>,
  outcomes: Record<string, () => Promise<boolean>>,
): Promise<Seen> {
  const weather = chooseWeather(turn)
  const { line, fault } = turn
  line.change(weather)
  await act()
  let outcome = 'nothing'
  const isOver = async () => {
    for (const [name, isSeen] of Object.entries(outcomes)) if (await isSeen()) outcome = name
    return outcome !== 'nothing'
  }
  await waitFor('something is seen', LIMIT_MS, isOver).catch(() => fault('nothing seen', `after ${weather}`))
  line.change('fine')
  return { outcome, weather }
}

async function type(
  { device, page, account, model, fault }: Turn,
  waits: boolean,
): Promise<string | undefined> {
  const field = content(page)
  const isReady = page.waitForFunction(
    () => document.querySelector('textarea') && !document.querySelector('textarea')?.disabled,
    undefined,
    { timeout: 3_000 },
  )
  if (!(await succeeds(isReady))) return undefined
  await dismissConflict(page)
  const mark = model.newMark(account.writer)
  const title = page.getByPlaceholder('Título de la nota')
  if ((await title.inputValue()) === '') await title.fill(`Nota ${mark}`)
  const before = await field.inputValue()
  await field.fill(before === '' ? mark : `${before}\n${mark}`)
  if (!waits) return mark
  const isStored = waitFor('it is stored', 5_000, async () =>
    Boolean((await marksInBrowsers([device])).get(account.writer)?.has(mark)),
  )
  if (await succeeds(isStored)) return mark
  model.decide([mark], 'given up')
  const isSaid = await page
    .getByRole('status')
    .filter({ hasText: /sesión|no puede guardar borradores/ })
    .isVisible()
  if (!isSaid) fault('not stored', mark)
  return `${mark}, which is not stored`
}

function openNote(turn: Turn): Promise<string | undefined> {
  return follow(/^Editar nota/, turn)
}

async function follow(name: RegExp, { page, random }: Turn): Promise<string | undefined> {
  const links = page.getByRole('link', { name })
  const count = await links.count()
  if (count === 0) return undefined
  const link = links.nth(random.below(count))
  const label = await link.getAttribute('aria-label')
  await link.click()
  await page.waitForURL((url) => !url.pathname.includes('/notas'))
  await dismissConflict(page)
  return String(label)
}

async function typeAndSave(turn: Turn): Promise<string | undefined> {
  const typed = await type(turn, turn.random.chance(0.3))
  return typed && `${typed}, ${await pressSave(turn)}`
}

function formMarks(page: Page): Promise<string[]> {
  return page
    .evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement>('form input, form textarea')]
        .map(({ value }) => value)
        .join('\n'),
    )
    .then(marksIn)
}

const hasDialog = (page: Page) => page.getByRole('dialog').isVisible()

const asksAboutConflict = (page: Page) =>
  page.getByRole('button', { name: 'Editar las dos juntas' }).isVisible()

async function dismissConflict(page: Page): Promise<void> {
  if (!(await asksAboutConflict(page))) return
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

/** Whether the dialog with this button is shown. Without a connection one that was never needed cannot be loaded. */
async function isAsked(confirm: Locator, { device, fault }: Turn): Promise<boolean> {
  const isShown = await succeeds(confirm.waitFor({ timeout: 3_000 }))
  if (!isShown && !device.isOffline) fault('nothing seen', 'no dialog')
  return isShown
}

async function listedMarks({ account, model }: Turn): Promise<Set<string>> {
  return marksOf(await model.listOf(account.writer))
}

async function pressSave(turn: Turn): Promise<string | undefined> {
  const { page, model, fault } = turn
  const button = page.getByRole('button', { name: 'Guardar' })
  if (!(await succeeds(button.waitFor({ timeout: 1_000 }))) || !(await button.isEnabled())) return undefined
  await dismissConflict(page)
  const marks = await formMarks(page)
  if (marks.length === 0) return undefined
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Guardar' })
  await button.click()
  if (!(await isAsked(confirm, turn))) return undefined
  model.decide(marks, 'kept')
  if (page.url().includes('/note-editor/')) model.change(marks)
  const { outcome, weather } = await actInWeather(turn, () => confirm.click(), {
    saved: async () => screenOf(page) === 'notas',
    conflict: () => asksAboutConflict(page),
    'not saved': async () => !(await hasDialog(page)) && (await content(page).isVisible()),
  })
  const listed = await listedMarks(turn)
  const missing = marks.filter((mark) => !listed.has(mark))
  if (outcome === 'saved' && missing.length > 0) fault('said saved', missing.join(' '))
  if (outcome === 'not saved') model.notSaved(marks)
  if (outcome === 'conflict') await dismissConflict(page)
  return `${marks.join(' ')} (${weather}): ${outcome}`
}

async function signOut(turn: Turn): Promise<string> {
  const { device, page, account, model, fault } = turn
  if (!onList(turn)) await openScreen(page, '/notas')
  const stored = (await marksInBrowsers([device])).get(account.writer) ?? []
  const typed = await Promise.all(device.context.pages().filter(isForm).map(formMarks))
  const before = new Set([...stored, ...typed.flat()])
  const wasAsked = await confirmSignOut(page)
  device.account = undefined
  const listed = await listedMarks(turn)
  const given = [...before].filter((mark) => !listed.has(mark))
  const unasked = given.filter((mark) => !wasAsked && model.fateOf(mark) === 'kept')
  model.decide(given, 'given up')
  if (unasked.length > 0) fault('not asked', unasked.join(' '))
  return `${wasAsked ? 'after a question, ' : ''}giving up ${given.join(' ') || 'nothing'}`
}
