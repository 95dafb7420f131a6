import type { Locator, Page } from '@playwright/test'
import type { StoredRecord } from '@/lib/offline/stored-record'
import { fillLogin } from '../../support/actions'
import { content } from '../../support/drafts'
import { BASE } from '../../support/fixtures'
import type { Random } from '../../support/random'
import { succeeds, waitFor } from '../../support/wait-for'
import { countLocks, showPageAgain, undo } from '../../support/write-fixtures'
import { confirmSignOut, type Device, isForm, marksInBrowsers, readRecords, screenOf } from './device'
import { type Line, mayArrive, type Weather } from './line'
import { type Account, type Model, marksIn, marksOf, textOf } from './model'

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

/** Longest wait for what an action shows, and where another action is held back on purpose. */
const LIMIT_MS = 15_000
const BLOCKED_MS = 1_000

const isConnected = ({ device }: Turn) => !device.isOffline

function isOn(...screens: string[]) {
  return ({ device, page }: Turn) => !device.busy.has(page) && screens.includes(screenOf(page))
}

const onForm = isOn('create-note', 'note-editor')

const onList = isOn('notas')

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

async function openAnew({ device, page }: Turn, path: string): Promise<void> {
  await openScreen(page, path)
  device.busy.delete(page)
}

type Condition = (turn: Turn) => boolean

/** Resolves to what was seen; to undefined if there was nothing to act on. */
type Act = (turn: Turn) => Promise<string | undefined>

/** Actions by name: the weight with which one is drawn, whether it is possible now, and what runs. */
export const ACTIONS: Record<string, [weight: number, isPossible: Condition, act: Act]> = {
  'opens the form of a new note': [1, isConnected, silent((turn) => openAnew(turn, '/create-note'))],
  'opens a note': [2, onConnectedList, openNote],
  'opens what waits or is unsaved': [2, onConnectedList, (turn) => follow(/^Abrir/, turn)],
  'writes a new note': [8, isConnected, writeNew],
  'edits a note': [8, onConnectedList, edit],
  types: [4, onForm, (turn) => type(turn, true)],
  'types and saves': [12, onForm, typeAndSave],
  'saves again': [4, onForm, pressSave],
  'recovers a draft': [4, onForm, recoverDraft],
  'goes to the list': [5, isConnected, silent(goToList)],
  reloads: [4, isConnected, reload],
  'deletes a note': [9, onList, deleteNote],
  'undoes a delete': [9, onList, undoDelete],
  'signs out': [4, isConnected, signOut],
  'opens a second tab': [3, (turn) => isConnected(turn) && !hasSecondTab(turn), silent(openTab)],
  'closes the tab': [1, hasSecondTab, silent(closeTab)],
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
  'gets the answers that were held back': [8, ({ line }) => line.heldCalls > 0, silent(releaseAnswers)],
}

/** An act of which nothing needs to be told. */
function silent(act: (turn: Turn) => Promise<void>): Act {
  return (turn) => act(turn).then(() => '')
}

async function writeNew(turn: Turn): Promise<string | undefined> {
  await openAnew(turn, '/create-note')
  return typeAndSave(turn)
}

async function edit(turn: Turn): Promise<string | undefined> {
  const opened = await openNote(turn)
  return opened && `${opened}, ${await typeAndSave(turn)}`
}

async function recoverDraft(turn: Turn): Promise<string | undefined> {
  const { device, page, model } = turn
  const offer = page.getByRole('button', { name: 'Recuperar' })
  if (!(await succeeds(offer.waitFor({ timeout: 500 })))) return undefined
  const others = await Promise.all(
    device.context
      .pages()
      .filter((other) => other !== page && isForm(other))
      .map(formMarks),
  )
  const before = await content(page).inputValue()
  // The offer disappears if the waiting note is sent in the meantime.
  if (!(await succeeds(offer.click({ timeout: 1_000 })))) return undefined
  await succeeds(
    page.waitForFunction((text) => document.querySelector('textarea')?.value !== text, before, {
      timeout: 1_000,
    }),
  )
  const recovered = await formMarks(page)
  const listed = await listedMarks(turn)
  // A draft that two forms show may rightly be saved as two notes.
  if (recovered.some((mark) => others.flat().includes(mark) || listed.has(mark))) model.mayBeTwice(recovered)
  return recovered.join(' ')
}

async function goToList(turn: Turn): Promise<void> {
  const { device, page, random } = turn
  const hasBack = !device.busy.has(page) && isForm(page)
  if (!hasBack || !random.chance(0.7)) return openAnew(turn, '/notas')
  await page.getByRole('link', { name: 'Volver' }).click()
  await page.waitForURL('**/notas/')
}

async function reload({ device, page }: Turn): Promise<string> {
  await page.reload()
  device.busy.delete(page)
  if (isForm(page)) await dismissConflict(page)
  return screenOf(page)
}

async function openTab({ device }: Turn): Promise<void> {
  await openScreen(await device.context.newPage(), '/notas')
}

async function closeTab({ device, page }: Turn): Promise<void> {
  device.busy.delete(page)
  await page.close()
}

async function releaseAnswers({ device, line }: Turn): Promise<void> {
  line.release()
  await expectNoLock(device)
  device.busy.clear()
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

function chooseWeather({ random, model, line }: Turn): Weather {
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
    'hold the answer',
    // A host of seven calls takes a call that comes late for another one.
    model.isBare ? 'hold the answer' : 'hold the call',
  ])
}

type Seen = { outcome: string; weather: Weather }

async function actInWeather(
  turn: Turn,
  act: () => Promise<unknown>,
  outcomes: Record<string, () => Promise<boolean>>,
): Promise<Seen> {
  const weather = chooseWeather(turn)
  const { device, page, line, fault } = turn
  const before = line.heldCalls
  line.change(weather)
  await act()
  let outcome = 'nothing'
  const isOver = async () => {
    for (const [name, isSeen] of Object.entries(outcomes)) {
      if (!(await isSeen())) continue
      outcome = name
      return true
    }
    if (line.heldCalls > before) outcome = 'held'
    return outcome !== 'nothing'
  }
  await waitFor('something is seen', before > 0 ? BLOCKED_MS : LIMIT_MS, isOver).catch(() => {})
  line.change('fine')
  if (outcome === 'held' || (outcome === 'nothing' && before > 0)) device.busy.add(page)
  else if (outcome === 'nothing') fault('nothing seen', `after ${weather}`)
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
  return marksOf((await model.peek(account.writer)).notes)
}

async function pressSave(turn: Turn): Promise<string | undefined> {
  const { page, model, fault } = turn
  const button = page.getByRole('button', { name: 'Guardar' })
  if (!(await succeeds(button.waitFor({ timeout: 1_000 }))) || !(await button.isEnabled())) return undefined
  await dismissConflict(page)
  const marks = await formMarks(page)
  if (marks.length === 0) return undefined
  if (marks.some((mark) => ['deleted', 'unsure'].includes(model.fateOf(mark) ?? ''))) model.mayBeTwice(marks)
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Guardar' })
  await button.click()
  if (!(await isAsked(confirm, turn))) return undefined
  model.decide(marks, 'kept')
  const { outcome, weather } = await actInWeather(turn, () => confirm.click(), {
    saved: async () => screenOf(page) === 'notas',
    conflict: () => asksAboutConflict(page),
    'not saved': async () => !(await hasDialog(page)) && (await content(page).isVisible()),
  })
  const listed = await listedMarks(turn)
  const missing = marks.filter((mark) => !listed.has(mark))
  if (outcome === 'saved' && missing.length > 0) fault('said saved', missing.join(' '))
  if (outcome === 'conflict') await dismissConflict(page)
  return `${marks.join(' ')} (${weather}): ${outcome}`
}

async function deleteNote(turn: Turn): Promise<string | undefined> {
  const { page, account, random, model, fault } = turn
  const cards = await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('article') })
    .all()
  if (cards.length === 0) return undefined
  const card = random.pick(cards)
  const cardId = String(await card.getAttribute('id'))
  const id = cardId.replace('note-', '')
  const before = await model.peek(account.writer)
  const note = before.notes.find(({ _id }) => _id === id)
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Eliminar' })
  await card.getByRole('button', { name: /^Eliminar nota/ }).click()
  if (!(await isAsked(confirm, turn))) return undefined
  const isThere = () => page.locator(`[id="${cardId}"]`).isVisible()
  const { outcome, weather } = await actInWeather(turn, () => confirm.click(), {
    deleted: async () => !(await isThere()) && !(await hasDialog(page)),
    'not deleted': async () => !(await hasDialog(page)) && (await isThere()),
  })
  const after = await model.peek(account.writer)
  if (outcome === 'deleted' && after.notes.some(({ _id }) => _id === id))
    fault('said deleted', note?.title ?? id)
  if (note) {
    const marks = marksIn(textOf(note)).filter((mark) => !marksOf(after.notes).has(mark))
    if (outcome === 'deleted') model.decide(marks, 'deleted')
    else if (mayArrive(weather) || outcome === 'held' || outcome === 'nothing')
      model.decide(marksIn(textOf(note)), 'unsure')
  }
  return `${note ? marksIn(textOf(note)).join(' ') : `the card of ${id}`} (${weather}): ${outcome}`
}

async function undoDelete(turn: Turn): Promise<string | undefined> {
  const { device, page, account, model, fault } = turn
  if (!(await undo(page).isVisible()) || !(await undo(page).isEnabled())) return undefined
  const undoable = async () =>
    (await readRecords(device))
      .filter(isUndoOffered)
      .sort((one, other) => (other.write?.decidedAt ?? 0) - (one.write?.decidedAt ?? 0))[0]
  const deletion = await undoable()
  if (!deletion) return undefined
  const isBack = async () => {
    const record = (await readRecords(device)).find(({ id }) => id === deletion.id)
    return record?.write?.kind !== 'delete' && (!record || record.write?.doneAt !== undefined)
  }
  const { outcome, weather } = await actInWeather(turn, () => undo(page).click(), {
    undone: isBack,
    'not undone': () => page.getByText('No se ha podido recuperar.').isVisible(),
  })
  const { notes, trash } = await model.peek(account.writer)
  const id = deletion.deleted?.id
  const marks = marksIn(textOf(deletion.text))
  const listed = marksOf(notes)
  if (outcome === 'undone' && marks.some((mark) => !listed.has(mark)))
    fault('said undone', marks.filter((mark) => !listed.has(mark)).join(' '))
  const all = new Set([...marks, ...marksOf([...notes, ...trash].filter(({ _id }) => _id === id))])
  const trashed = marksOf(trash)
  for (const mark of all) {
    if (listed.has(mark)) model.decide([mark], outcome === 'undone' ? 'kept' : 'unsure')
    else if (model.fateOf(mark) !== 'kept') model.decide([mark], trashed.has(mark) ? 'unsure' : 'given up')
  }
  return `${marks.join(' ')} (${weather}): ${outcome}`
}

function isUndoOffered({ write }: StoredRecord): boolean {
  const isRestored = write?.kind === 'restore' && write.doneAt !== undefined
  return write?.isUndoable === true && !isRestored && (write.doneAt ?? write.hiddenAt) !== undefined
}

async function signOut(turn: Turn): Promise<string> {
  const { device, page, account, model, fault } = turn
  if (!onList(turn)) await openAnew(turn, '/notas')
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
