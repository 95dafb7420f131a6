import type { Day, Turn } from './day'
import { chooseFiles, fileInputOf, importNotes, undoImport } from './importing'
import {
  emailOf,
  fieldMarks,
  marksIn,
  marksOf,
  PASSWORD,
  recordsOf,
  textOf,
  userOf,
  WRITERS,
  type Writer,
} from './model'
import { click, dialogOf, find, nameOf, pressable, submit } from './pressing'
import type { ScreenNode } from './screen/nodes'
import type { Tab } from './tab'

type Condition = (turn: Turn) => boolean
type Act = (turn: Turn) => Promise<unknown> | unknown

const isForm = ({ tab }: Turn) => /^\/(create-note|note-editor)/.test(tab.path)
const isList = ({ tab }: Turn) => tab.path.startsWith('/notas')
const isAccount = ({ tab }: Turn) => tab.path.startsWith('/cuenta')
const isLogin = ({ tab }: Turn) => tab.path === '/'
const hasDialog = ({ tab }: Turn) => dialogOf(tab) !== undefined
const hasName =
  (name: RegExp) =>
  ({ tab }: Turn) =>
    find(tab, name) !== undefined

/** What people do, by name: the weight with which it is drawn, whether it is possible now, and the act. */
export const ACTIONS: Record<string, [weight: number, isPossible: Condition, act: Act]> = {
  'signs in': [40, (turn) => isLogin(turn), signIn],
  'opens the list': [3, () => true, ({ tab, day }) => day.goTo(tab, '/notas')],
  'goes back': [3, (turn) => isForm(turn) || isAccount(turn), ({ tab }) => tab.back()],
  'presses Volver': [4, hasName(/^Volver$/), press(/^Volver$/)],
  'presses Cancelar': [4, (turn) => isForm(turn) && !hasDialog(turn), press(/^Cancelar$/)],
  'begins a new note': [12, isList, press(/^Crear nota$/)],
  'opens the form of a new note': [1, () => true, ({ tab, day }) => day.goTo(tab, '/create-note')],
  'opens a note': [16, isList, openNote],
  'opens a note by its address': [2, ({ writer }) => writer !== undefined, openByAddress],
  'opens what waits or is unsaved': [30, hasName(/^Abrir/), openOffered],
  types: [40, isForm, type],
  'types and saves': [60, (turn) => isForm(turn) && !hasDialog(turn), typeAndSave],
  'takes a line away': [5, isForm, takeAway],
  'presses Guardar': [25, (turn) => isForm(turn) && !hasDialog(turn), pressSave],
  'confirms Guardar': [150, asksToSave, confirmSave],
  'does not save': [2, asksToSave, press(/^(Cancelar|Descartar)$/)],
  'decides a conflict': [60, hasName(/^Editar las dos juntas$/), decideConflict],
  'recovers a draft': [30, hasName(/^Recuperar$/), recover],
  'discards a draft': [6, hasName(/^Descartar$/), discard],
  'duplicates a note': [3, hasName(/^Duplicar$/), duplicate],
  'looks at versions': [3, hasName(/^Versiones$/), press(/^Versiones$/)],
  'recovers a version': [30, hasName(/^Recuperar esta versión$/), press(/^Recuperar esta versión$/)],
  'deletes a note': [12, (turn) => isList(turn) && !hasDialog(turn), deleteNote],
  'undoes a delete': [20, hasName(/^Deshacer$/), undo],
  'presses Reintentar': [10, hasName(/^Reintentar$/), press(/^Reintentar$/)],
  searches: [1, isList, search],
  'opens the account': [3, isList, press(/^Cuenta$/)],
  'looks at the trash': [30, hasName(/^Ver papelera$/), press(/^Ver papelera$/)],
  'restores a note': [20, hasName(/^Restaurar nota/), restore],
  'erases a note': [6, hasName(/^Eliminar para siempre/), erase],
  'empties the trash': [3, hasName(/^Vaciar papelera$/), emptyTrash],
  'chooses files to import': [15, ({ tab }) => fileInputOf(tab) !== undefined, chooseFiles],
  'presses Importar': [80, hasName(/^Importar$/), importNotes],
  'presses Pausar or Seguir': [8, hasName(/^(Pausar|Seguir)$/), press(/^(Pausar|Seguir)$/)],
  'cancels an import': [
    3,
    (turn) => isAccount(turn) && hasName(/^Cancelar$/)(turn) && !hasDialog(turn),
    press(/^Cancelar$/),
  ],
  'undoes an import': [15, hasName(/^Deshacer la importación$/), undoImport],
  'presses Ver notas': [15, hasName(/^Ver notas$/), press(/^Ver notas$/)],
  'closes a dialog': [8, hasDialog, press(/^(Cerrar|Cancelar)$/)],
  'signs out': [3, hasName(/^Cerrar sesión$/), signOut],
  'signs out for somebody else': [
    12,
    (turn) => turn.day.has('second user') && hasName(/^Cerrar sesión$/)(turn),
    signOut,
  ],
  'goes to the login': [1, () => true, ({ tab, day }) => day.goTo(tab, '/')],
  reloads: [3, () => true, ({ tab, day }) => day.goTo(tab, `${tab.path}${tab.hash}`)],
  'closes the tab': [2, () => true, ({ tab, day }) => day.close(tab)],
  'opens another tab': [
    3,
    ({ day }) => day.tabs.length < 4,
    ({ tab, day }) => void day.open(tab.browser, '/notas'),
  ],
  'leaves for another site': [2, () => true, leaveSite],
  'comes back': [0, () => false, ({ tab }) => tab.thaw()],
  'loses a tab': [2, ({ day }) => day.has('crashes'), ({ tab, day }) => day.kill(tab)],
  'looks elsewhere': [2, ({ tab }) => !tab.isHidden, ({ tab }) => tab.show(false)],
  'looks at the tab again': [40, ({ tab }) => tab.isHidden, ({ tab }) => tab.show(true)],
  'goes offline': [4, ({ day, tab }) => day.has('offline') && tab.browser.isOnline, setOnline(false)],
  'comes online': [30, ({ tab }) => !tab.browser.isOnline, setOnline(true)],
  'finds the host away': [3, ({ day }) => day.has('host away') && !day.line.isDown, setDown(true)],
  'finds the host there again': [30, ({ day }) => day.line.isDown, setDown(false)],
  // A look-up judges by the clock whether a call can still be under way.
  'sets the clock': [3, ({ day }) => day.has('clocks') && day.line.underWay === 0, setClock],
  'fills the storage': [2, ({ day, tab }) => day.has('full storage') && !tab.browser.isFull, fill(true)],
  'waits for the storage': [4, ({ day }) => day.has('slow storage'), sleep],
  'makes room': [20, ({ tab }) => tab.browser.isFull, fill(false)],
  'ends all sessions elsewhere': [2, ({ day }) => day.has('ended sessions'), endSessions],
  'puts the host back': [1, ({ day }) => day.has('old host'), ({ day }) => day.putHostBack()],
}

function press(name: RegExp): Act {
  return ({ tab, random }) => {
    const all = pressable(tab, name)
    if (all.length > 0) click(random.pick(all))
  }
}

async function signIn({ day, tab, random, writer: before }: Turn): Promise<void> {
  const fields = ['email', 'password'].map((name) => tab.root.all().find(({ props }) => props.name === name))
  const [email, password] = fields
  if (!email || !password) return
  const isAnother = day.has('second user') && random.chance(0.4)
  const writer = isAnother ? WRITERS[1] : (before ?? WRITERS[0])
  // Drafts that a slow database has not stored by now are lost when another user signs in.
  if (writer !== before) {
    day.giveUpBrowser(tab, before, day.unstoredFor(tab))
    watchSignIn(day, tab, before)
  }
  day.signedOut.get(tab.browser)?.delete(writer as Writer)
  email.value = emailOf(writer as Writer)
  password.value = PASSWORD
  submit(email.form)
  await day.world.wait(random.pick([50, 1_000, 1_000]))
}

/** Gives up what is typed in another tab just before another user is signed in. */
function watchSignIn(day: Day, tab: Tab, before: Writer | undefined, waited = 0): void {
  const user = userOf(tab.browser)
  if (before && user !== emailOf(before)) day.giveUpBrowser(tab, before, day.unstoredFor(tab) + 30)
  else if (before && waited < 60_000) day.world.after(30, () => watchSignIn(day, tab, before, waited + 30))
}

function openNote({ tab, random }: Turn): void {
  const links = pressable(tab, /^Editar nota/)
  if (links.length > 0) click(random.chance(0.5) ? (links[0] as ScreenNode) : random.pick(links))
}

/** The first text that the form offers is the one of the row. */
async function openOffered({ day, tab, random }: Turn): Promise<void> {
  const links = pressable(tab, /^Abrir/)
  if (links.length === 0) return
  const link = random.pick(links)
  const id = String(link.props.href ?? '').split('#')[1]
  const before = recordsOf(tab.browser).find((record) => record.id === id)
  click(link)
  await day.world.wait(random.pick([0, 20, 1_000]))
  const button = find(tab, /^Recuperar$/)
  const isThere = recordsOf(tab.browser).some(
    (record) => record.id === id && record.writtenAt === before?.writtenAt,
  )
  if (!before || !button || !isThere || dialogOf(tab)) return
  const named = marksIn(textOf(before.text))
  if (named.length > 0 && !offerOf(button).some((mark) => named.includes(mark)))
    day.model.fault(
      'opened another text',
      `${tab.name}: ${offerOf(button).join(' ')} instead of ${named.join(' ')}`,
    )
}

function openByAddress({ day, tab, random, writer }: Turn): Promise<void> | undefined {
  const ids = [...(day.model.hosts.get(writer as Writer)?.keys() ?? [])]
  if (ids.length > 0) return day.goTo(tab, `/note-editor/${random.pick(ids)}`)
}

function fieldsOf(tab: Tab): { title: ScreenNode; content: ScreenNode } | undefined {
  const nodes = tab.root.all().filter(({ props }) => !props.disabled)
  const title = nodes.find(({ props }) => props.name === 'title')
  const content = nodes.find(({ type, props }) => type === 'textarea' && props.name === 'content')
  return title && content && { title, content }
}

function input(node: ScreenNode): void {
  const { form } = node
  const onInput = form?.props.onInput
  if (typeof onInput === 'function') onInput({ currentTarget: form, target: node })
}

/** Types a mark in a line of its own or at the end of another, and at times a title. */
function type({ day, tab, random }: Turn): void {
  const fields = fieldsOf(tab)
  const writer = day.writerIn(tab)
  if (!fields || !writer || dialogOf(tab)) return
  day.see(tab)
  const mark = day.model.newMark(writer)
  day.typedIn.set(mark, tab.browser)
  if (tab.browser.isFull) day.model.unstored.add(mark)
  const { title, content } = fields
  const lines = content.value === '' ? [] : content.value.split('\n')
  if (title.value === '' && random.chance(0.8)) title.value = `Nota ${mark}`
  // Many write where others do, and in a line that others change.
  const at = random.chance(0.5) ? lines.length : random.below(lines.length + 1)
  if (lines[at] && random.chance(0.4)) lines[at] = `${lines[at]} ${mark}`
  else lines.splice(at, 0, mark)
  content.value = lines.join('\n')
  input(content)
}

/** Takes one line away; the mark is given up when it is saved so. */
function takeAway({ day, tab, random }: Turn): void {
  const fields = fieldsOf(tab)
  if (!fields || dialogOf(tab)) return
  day.see(tab)
  const lines = fields.content.value.split('\n')
  if (lines.length < 2) return
  const [taken = ''] = lines.splice(random.below(lines.length), 1)
  fields.content.value = lines.join('\n')
  const left = fieldMarks(tab.root)
  // A line that its writer has taken away may be anywhere: in an earlier draft, or on the host.
  day.model.decide(
    marksIn(taken).filter((mark) => !left.includes(mark)),
    'given up',
  )
  input(fields.content)
}

function pressSave({ day, tab }: Turn): void {
  const button = find(tab, /^Guardar$/)
  if (!button) return
  day.see(tab)
  click(button)
}

async function typeAndSave(turn: Turn): Promise<void> {
  type(turn)
  await turn.day.world.wait(turn.random.pick([0, 150]))
  pressSave(turn)
  await turn.day.world.wait(20)
  if (asksToSave(turn)) await confirmSave(turn)
}

function asksToSave({ tab }: Turn): boolean {
  const dialog = dialogOf(tab)
  return dialog !== undefined && pressable(tab, /^Guardar$/).length > 0
}

/** A press is about the text of the form: what it has lost since it was opened is given up. */
async function confirmSave({ day, tab, random }: Turn): Promise<void> {
  const button = find(tab, /^Guardar$/)
  if (!button) return
  const marks = day.decideForm(tab)
  click(button)
  await day.watchSave(tab, marks, random)
}

async function decideConflict({ day, tab, random, writer }: Turn): Promise<void> {
  const dialog = dialogOf(tab)
  const choice = random.pick([/^Editar las dos juntas$/, /^Quedarme con la mía$/, /^Quedarme con la otra$/])
  const button = find(tab, choice)
  if (!dialog || !button) return
  const shown = (name: string) =>
    marksIn(
      dialog
        .all()
        .find(({ props }) => props['aria-label'] === name)
        ?.seen() ?? '',
    )
  const [mine, theirs] = [shown('Tu versión'), shown('La otra versión')]
  const without = (marks: string[], others: string[]) => marks.filter((mark) => !others.includes(mark))
  if (choice.source.includes('mía')) {
    const left = fieldMarks(tab.root)
    day.model.decide(without(theirs, left), 'given up')
    const marks = day.decideForm(tab)
    click(button)
    return day.watchSave(tab, marks, random)
  }
  if (choice.source.includes('otra') && writer) {
    day.model.decide(without(mine, theirs), 'given up')
    // Somebody may have deleted the note with the other version meanwhile. One that waits to be sent is on no list yet.
    const gone = without(theirs, [...marksOf(day.model.read('note', writer))])
    day.model.decide(
      gone.filter((mark) => day.model.wasDeleted.has(mark)),
      'deleted',
    )
  }
  click(button)
  await day.world.wait(100)
  day.see(tab)
}

async function recover({ day, tab }: Turn): Promise<void> {
  const button = find(tab, /^Recuperar$/)
  if (!button) return
  const offered = offerOf(button)
  const elsewhere = day.tabs.filter((other) => other !== tab).flatMap(({ root }) => fieldMarks(root))
  const isRefused = recordsOf(tab.browser).some(
    ({ refusal, text }) => refusal && marksIn(textOf(text)).some((mark) => offered.includes(mark)),
  )
  day.see(tab)
  click(button)
  await day.world.wait(20)
  const marks = fieldMarks(tab.root)
  const missing = offered.filter((mark) => !marks.includes(mark))
  // The user may have been leaving the form.
  if (missing.length > 0 && tab.isAlive && tab.path !== '/notas')
    day.model.fault('recovered another text', missing.join(' '))
  // A draft that two forms have, or had a moment ago, may rightly be saved as two notes.
  const hadElsewhere = (mark: string) => elsewhere.includes(mark) || day.model.ageOf(mark) < 2_000
  // After five such answers in a row a creation is a draft, which has no key.
  const isDenied = (mark: string) => isRefused && day.model.denied.has(mark)
  if (marks.some((mark) => hadElsewhere(mark) || isDenied(mark))) day.model.mayBeTwice(marks)
}

/** Marks of the text that the strip of a button shows. Where a long one is cut, so may its last mark be. */
function offerOf(button: ScreenNode): string[] {
  const strip = button.parent?.parent
  return marksIn(strip?.seen().replace(/\S*\.{3}/, '') ?? '')
}

function discard({ day, tab }: Turn): void {
  const button = find(tab, /^Descartar$/)
  if (!button || dialogOf(tab)) return
  const offered = offerOf(button)
  const record = recordsOf(tab.browser).find(({ text }) => {
    const marks = marksIn(textOf(text))
    return offered.length > 0 && offered.every((mark) => marks.includes(mark))
  })
  const marks = [...offered, ...(record ? marksIn(textOf(record.text)) : [])]
  const listed = marksOf(day.model.hosts.get(day.writerIn(tab) ?? 'ana') ?? new Map())
  day.model.decide(
    marks.filter((mark) => !listed.has(mark)),
    'given up',
  )
  // The host may have what was sent: what follows it is another note then.
  day.model.mayBeTwice(marks)
  click(button)
}

async function duplicate({ day, tab }: Turn): Promise<void> {
  day.model.mayBeTwice(fieldMarks(tab.root))
  const button = find(tab, /^Duplicar$/)
  if (!button) return
  const marks = fieldMarks(tab.root)
  day.see(tab)
  click(button)
  await day.world.wait(100)
  const copied = fieldMarks(tab.root)
  if (tab.isAlive && tab.path.startsWith('/create-note') && marks.some((mark) => !copied.includes(mark)))
    day.model.fault('duplicated another text', marks.join(' '))
}

async function deleteNote({ day, tab, random }: Turn): Promise<void> {
  const buttons = pressable(tab, /^Eliminar nota/)
  if (buttons.length === 0) return
  const button = random.pick(buttons)
  const card = cardOf(button)
  const id = String(card?.props.id ?? '').replace('note-', '')
  click(button)
  await day.world.wait(30)
  const confirm = dialogOf(tab) && find(tab, /^Eliminar$/)
  if (!confirm) return
  const note = day.model.hosts.get(day.writerIn(tab) as Writer)?.get(id)
  const before = day.model.pressed.deletes.get(id)
  const marks = note ? marksIn(textOf(note)) : (before?.marks ?? [])
  day.model.pressed.deletes.set(id, { marks, browsers: [...(before?.browsers ?? []), tab.browser] })
  const imported = day.tabs.flatMap((one) => day.chosen.get(one) ?? [])
  // An import that has had no answer may make its note once more.
  day.model.mayBeTwice(marks.filter((mark) => imported.includes(mark)))
  click(confirm)
  await day.world.wait(random.pick([0, 300, 1_000]))
}

function cardOf(node: ScreenNode | undefined): ScreenNode | undefined {
  return !node || node.type === 'li' ? node : cardOf(node.parent)
}

async function undo({ day, tab, random }: Turn): Promise<void> {
  const button = find(tab, /^Deshacer$/)
  if (!button) return
  for (const { text, deleted } of recordsOf(tab.browser))
    if (deleted) day.model.mayReturn(marksIn(textOf(text)))
  // Also where this browser has no record: its storage was full, or another tab has ended it.
  for (const [id, { browsers, marks }] of day.model.pressed.deletes) {
    if (!browsers.includes(tab.browser)) continue
    day.model.pressed.restores.add(id)
    day.model.mayReturn([...marksOf(day.trashed(tab, id)), ...(day.wasFull.has(tab.browser) ? marks : [])])
  }
  click(button)
  await day.world.wait(random.pick([0, 300, 1_000]))
}

function search({ tab, random }: Turn): void {
  const button = find(tab, /^Buscar$/)
  if (button) click(button)
  const box = tab.root.all().find(({ props }) => props.type === 'search')
  const onChange = box?.props.onChange
  if (!box || typeof onChange !== 'function') return
  box.value = random.pick(['nota', 'zzz', ''])
  onChange({ target: box, currentTarget: box })
}

async function restore({ day, tab, random }: Turn): Promise<void> {
  const buttons = pressable(tab, /^Restaurar nota/)
  const button = buttons.length > 0 ? random.pick(buttons) : undefined
  if (!button) return
  // Which note a row is, its name alone tells: every note of that name may come back.
  for (const id of trashedAs(nameOf(button), day, tab)) {
    day.model.pressed.restores.add(id)
    day.model.mayReturn([...marksOf(day.trashed(tab, id))])
  }
  click(button)
  await day.world.wait(random.pick([0, 1_000]))
}

/** Ids of notes that the name of a button may mean: somebody may have restored one that a row still shows. */
function trashedAs(name: string, { model, writerIn }: Day, tab: Tab): string[] {
  const writer = writerIn(tab) ?? 'ana'
  return [...model.read('trash', writer), ...model.read('note', writer)]
    .filter(([, { title, content }]) => name.includes(title) || name.includes(content.slice(0, 10)))
    .map(([id]) => id)
}

async function erase({ day, tab, random }: Turn): Promise<void> {
  const button = find(tab, /^Eliminar para siempre/)
  if (!button) return
  const ids = trashedAs(nameOf(button), day, tab)
  click(button)
  await day.world.wait(30)
  const confirm = dialogOf(tab) && find(tab, /^Eliminar$/)
  if (!confirm) return
  giveUpTrash(day, tab, ids)
  click(confirm)
  await day.world.wait(random.pick([0, 1_000]))
}

function giveUpTrash(day: Day, tab: Tab, ids: string[]): void {
  for (const id of ids) {
    day.model.pressed.erasures.add(id)
    const marks = marksOf(day.trashed(tab, id))
    day.model.decide(
      [...marks].filter((mark) => ['deleted', 'unsure'].includes(day.model.fates.get(mark) ?? '')),
      'given up',
    )
  }
}

async function emptyTrash({ day, tab, random }: Turn): Promise<void> {
  const button = find(tab, /^Vaciar papelera$/)
  if (!button) return
  const ids = day.trashedOf(tab)
  click(button)
  await day.world.wait(30)
  const confirm = find(tab, /^Vaciar$/)
  if (!confirm) return
  giveUpTrash(day, tab, ids)
  click(confirm)
  await day.world.wait(random.pick([0, 1_000]))
}

async function signOut({ day, tab }: Turn): Promise<void> {
  const button = find(tab, /^Cerrar sesión$/)
  const writer = day.writerIn(tab)
  if (!button) return
  // A slow storage may have delayed the question of an earlier press.
  if (!dialogOf(tab)) {
    click(button)
    await day.world.wait(30)
  }
  const confirm = dialogOf(tab) && find(tab, /^Cerrar sesión$/)
  if (confirm) {
    day.giveUpBrowser(tab, writer, Infinity)
    click(confirm)
  } else watchSignOut(day, tab, writer)
  if (writer && userOf(tab.browser) === undefined) day.signedOut.get(tab.browser)?.add(writer)
  await day.world.wait(100)
}

/** Gives up what was typed just before a sign-out without a question, which a slow storage may delay. */
function watchSignOut(day: Day, tab: Tab, writer: Writer | undefined, waited = 0): void {
  if (userOf(tab.browser) === undefined) day.giveUpBrowser(tab, writer, day.unstoredFor(tab) + waited)
  else if (!dialogOf(tab) && waited < 3_000)
    day.world.after(30, () => watchSignOut(day, tab, writer, waited + 30))
}

/** A page that cannot be kept is opened again. */
async function leaveSite({ day, tab, random }: Turn): Promise<void> {
  if (!(await tab.freeze())) return day.goTo(tab, `${tab.path}${tab.hash}`)
  if (day.tabs.length < 4 && random.chance(0.6)) day.open(tab.browser, '/notas')
}

function setOnline(isOnline: boolean): Act {
  return ({ day, tab: { browser } }) => {
    browser.isOnline = isOnline
    for (const tab of day.tabs) if (tab.browser === browser) tab.fire(isOnline ? 'online' : 'offline', {})
  }
}

function setDown(isDown: boolean): Act {
  return ({ day }) => {
    day.line.isDown = isDown
  }
}

function setClock({ tab: { browser }, random }: Turn): void {
  browser.ahead = random.pick([0, 0, 3_600_000, -3_600_000, 86_400_000, 90_000])
}

/** The databases do not answer for some seconds, as on a disk that is busy. */
function sleep({ tab, random, day }: Turn): void {
  tab.browser.sleep.until = day.world.now() + random.between(1_000, 12_000)
}

function fill(isFull: boolean): Act {
  return ({ day, tab }) => {
    const { browser } = tab
    browser.isFull = isFull
    if (!isFull) return
    day.wasFull.add(browser)
    for (const mark of day.justTyped(tab)) day.model.unstored.add(mark)
  }
}

function endSessions({ day }: Turn): void {
  for (const key of [...day.line.memory.all.keys()])
    if (key.startsWith('session:')) day.line.memory.all.delete(key)
}
