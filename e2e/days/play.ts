import { type Random, seeded } from '../support/random'
import { beginDay, type Day, drawSetting, type Step, type Tape } from './day'
import {
  emailOf,
  type Fault,
  fieldMarks,
  isText,
  marksIn,
  marksOf,
  recordsOf,
  textOf,
  userOf,
  WRITERS,
  type Writer,
  writerOf,
} from './model'
import { ACTIONS } from './people'
import { dialogOf, pressable } from './pressing'
import type { Screens, Tab } from './tab'

const UNSTORED = 'Este navegador no puede guardar borradores: guarda la nota antes de salir.'

/** Draws and plays a day. */
export async function playNewDay(seed: number, screens: Screens): Promise<{ tape: Tape; faults: Fault[] }> {
  const random = seeded(seed)
  const setting = drawSetting(random)
  const tape: Tape = { seed, setting, steps: [] }
  const length = random.between(8, 40)
  const faults = await play(tape, screens, (day) => {
    if (tape.steps.length === length) return undefined
    const step = drawStep(day, random)
    tape.steps.push(step)
    return step
  })
  return { tape, faults }
}

/** Plays a day again. `onStep` is told of each event. */
export function playAgain(
  tape: Tape,
  screens: Screens,
  onStep?: (line: string, day: Day) => void,
): Promise<Fault[]> {
  let at = 0
  return play(tape, screens, () => tape.steps[at++], onStep)
}

function drawStep(day: Day, random: Random): Step {
  // A frozen tab stays away for a while.
  const shown = day.tabs.flatMap((one, index) => (one.isFrozen ? [] : [index]))
  const at = shown.length > 0 && random.chance(0.85) ? random.pick(shown) : random.below(day.tabs.length)
  const tab = day.tabs[at] as Tab
  const turn = { day, tab, random, writer: day.writerIn(tab) }
  const possible = Object.entries(ACTIONS).filter(([, [, isPossible]]) => isPossible(turn))
  const drawn = possible.flatMap(([name, [weight]]) => Array<string>(weight).fill(name))
  const name = tab.isFrozen ? 'comes back' : random.pick(drawn)
  const wait = random.pick([
    -random.between(1, 12),
    0,
    random.below(200),
    random.below(200),
    1_000,
    1_000,
    random.below(40_000),
    random.chance(0.2) ? 300_000 : 2_000,
  ])
  return { tab: at, name, seed: random.below(2 ** 31), wait }
}

async function play(
  tape: Tape,
  screens: Screens,
  next: (day: Day) => Step | undefined,
  onStep?: (line: string, day: Day) => void,
): Promise<Fault[]> {
  const day = await beginDay(tape, screens)
  const { world, model } = day
  try {
    for (const browser of day.browsers) day.open(browser, '/')
    await world.wait(100)
    for (let step = next(day); step; step = next(day)) {
      const tab = day.tabs[step.tab % day.tabs.length] as Tab
      world.reseed(step.seed)
      await perform(day, tab, step)
      onStep?.(`${lineOf(tab, step)}: ${tab.path} ${fieldMarks(tab.root).join(' ')}`, day)
      if (model.faults.length > 0) return model.faults
    }
    world.reseed(tape.seed)
    await endDay(day)
    return model.faults
  } finally {
    for (const tab of day.tabs) tab.kill()
    world.end()
  }
}

function lineOf(tab: Tab, { name, wait }: Step): string {
  return `${tab.name} ${name}, ${wait < 0 ? `${-wait} tasks` : `${wait} ms`}`
}

async function perform(day: Day, tab: Tab, { name, seed, wait }: Step): Promise<void> {
  const { world } = day
  const [, isPossible, act] = ACTIONS[name] ?? []
  const turn = { day, tab, random: seeded(seed), writer: day.writerIn(tab) }
  if (!act || !(tab.isFrozen ? name === 'comes back' : isPossible?.(turn))) return
  await act(turn)
  for (const browser of day.browsers)
    if (!day.tabs.some((one) => one.browser === browser)) day.open(browser, '/notas')
  if (wait < 0) await world.step(-wait)
  else await world.wait(wait)
  if (wait >= 0) look(day)
}

/** Looks at every screen: nobody sees what somebody else has written, and what is called saved is on the host. */
function look(day: Day): void {
  for (const tab of day.tabs) {
    if (tab.isFrozen) continue
    const writer = day.writerIn(tab)
    const stranger = marksIn(tab.root.seen()).find((mark) => writerOf(mark) !== writer)
    if (stranger) day.model.fault('shown to another user', `${tab.name} shows ${stranger}`)
    day.see(tab)
    const says = (sentence: string) =>
      tab.root.all().some(({ type, text }) => type === 'p' && text === sentence)
    if (!dialogOf(tab) && says('Guardada.')) day.tell(tab, fieldMarks(tab.root))
    lookAtImport(day, tab)
    const isUnstored = says(UNSTORED)
    for (const mark of fieldMarks(tab.root))
      if (isUnstored) day.model.unstored.add(mark)
      else if (!tab.browser.isFull) day.model.unstored.delete(mark)
    for (const words of tab.log.splice(0))
      for (const word of words)
        if (word instanceof TypeError && !/fetch|network/.test(word.message))
          day.model.fault('error', String(word.stack))
  }
}

/** Fails the day if an import calls a note imported that the host has never had. */
function lookAtImport(day: Day, tab: Tab): void {
  const result = tab.root.all().find(({ type, text }) => type === 'p' && /^Se ha(n)? importado/.test(text))
  if (!result) return
  const left = tab.root
    .all()
    .filter(({ type }) => type === 'li')
    .flatMap(({ text }) => marksIn(text))
  for (const mark of day.chosen.get(tab) ?? [])
    if (day.model.fates.get(mark) === 'in a file' && !left.includes(mark))
      day.model.fault('told as imported', `${mark} in ${tab.name}`)
}

/** The line is well, everybody is there, and an hour passes. */
async function endDay(day: Day): Promise<void> {
  const { world, line, model, browsers } = day
  line.chance = 0
  line.isDown = false
  for (const browser of browsers) {
    browser.isOnline = true
    browser.isFull = false
    browser.ahead = 0
  }
  for (const tab of day.tabs) {
    if (tab.isFrozen) tab.thaw()
    tab.fire('online', {})
    tab.show(true)
  }
  await world.wait(180_000)
  for (const browser of browsers) {
    const writer = WRITERS.find((one) => userOf(browser) === emailOf(one))
    if (!writer) continue
    const hasEnded = JSON.parse(browser.stored.get('user') ?? '[]')[2] === true
    if (hasEnded || !line.memory.all.has(`session:${browser.stored.get('token')}`)) {
      const tab = day.open(browser, '/')
      await world.wait(100)
      await ACTIONS['signs in']?.[2]({ day, tab, random: world.random, writer })
    } else day.open(browser, '/notas')
  }
  await world.wait(3_600_000)
  look(day)
  const lists = browsers.filter((browser) => userOf(browser)).map((browser) => day.open(browser, '/notas'))
  await world.wait(10_000)
  look(day)
  for (const tab of lists) checkList(day, tab)
  for (const tab of day.tabs) {
    const dialog = dialogOf(tab)
    const busy = dialog?.all().find(({ props }) => props['aria-busy'])
    if (busy) model.fault('waits for ever', `${tab.name}: ${dialog?.text}`)
    if (pressable(tab, /^Pausar$/).length > 0) model.fault('waits for ever', `the import of ${tab.name}`)
  }
  // A login that was under way may have come after the sign-out.
  for (const [browser, writers] of day.signedOut)
    for (const { user, id } of recordsOf(browser))
      if (user !== userOf(browser) && [...writers].some((writer) => user === emailOf(writer)))
        model.fault('left after the sign-out', id)
  model.check(browsers, day.tabs)
}

/** A fresh list shows what the host has, and nothing waits any more. */
function checkList(day: Day, tab: Tab): void {
  const { model } = day
  const writer = day.writerIn(tab)
  if (!writer) return
  const cards = tab.root
    .all()
    .filter(({ type, props }) => type === 'li' && String(props.id).startsWith('note-'))
  const shown = cards.map(({ props }) => String(props.id).slice('note-'.length)).sort()
  const notes = [...model.read('note', writer).keys()].sort()
  if (shown.join() !== notes.join())
    model.fault('list', `${tab.name} shows ${shown.join()} instead of ${notes.join()}`)
  checkLinks(day, tab, writer)
  for (const { id, user, write } of recordsOf(tab.browser))
    if (write?.waits && write.doneAt === undefined && user === emailOf(writer))
      model.fault('waits for ever', `${id}`)
  if (tab.browser.isLocked()) model.fault('waits for ever', `a lock of ${tab.browser.name}`)
}

/** From the list a person finds each text that is in no form and not on the host; of two for one note, the earlier one afterwards. */
function checkLinks({ model, tabs }: Day, tab: Tab, writer: Writer): void {
  const links = pressable(tab, /^Abrir/).map(({ props }) => String(props.href))
  const there = new Set([
    ...marksOf(model.read('note', writer)),
    ...tabs.flatMap(({ root }) => fieldMarks(root)),
  ])
  for (const { id, user, noteId, text, write, deleted } of recordsOf(tab.browser).filter(isText)) {
    const isOfForm = !deleted && (!write || write.kind === 'create' || write.kind === 'replace')
    if (!isOfForm || user !== emailOf(writer) || marksIn(textOf(text)).every((mark) => there.has(mark)))
      continue
    const isThere = (link: string) =>
      link.startsWith(noteId === null ? '/create-note' : `/note-editor/${noteId}/`)
    if (!links.some(isThere)) model.fault('cannot be reached', `${id} among ${links.join(' ')}`)
  }
}
