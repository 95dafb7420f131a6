import type { Random } from '../support/random'
import { type Browser, createBrowser } from './browser'
import { createLine, FATES, type FateName, type Tags } from './line'
import {
  createModel,
  emailOf,
  fieldMarks,
  isText,
  marksIn,
  marksOf,
  PASSWORD,
  recordsOf,
  textOf,
  userOf,
  WRITERS,
  type Writer,
  writerOf,
} from './model'
import { createTab, type Screens, type Tab } from './tab'
import { createWorld } from './world'

/** Troubles of a day that do not come from the line. */
const TROUBLES = [
  'crashes',
  'offline',
  'host away',
  'clocks',
  'full storage',
  'slow storage',
  'ended sessions',
  'old host',
  'no locks',
  'second user',
  'host elsewhere',
] as const

type Trouble = (typeof TROUBLES)[number]

/** Conditions of a day, drawn before it begins. */
type Setting = {
  extras: { keys?: boolean; etags?: boolean; trashDays?: number; versions?: number; logout?: boolean }
  tags: Tags
  isQuiet: boolean
  browsers: number
  troubles: Trouble[]
  fates: FateName[]
  chance: number
}

/** An event: who does what, what is drawn meanwhile, and how long it lasts until the next. */
export type Step = { tab: number; name: string; seed: number; wait: number }

export type Tape = { seed: number; setting: Setting; steps: Step[] }

export type Day = Awaited<ReturnType<typeof beginDay>>

/** Who acts, and where. */
export type Turn = { day: Day; tab: Tab; random: Random; writer: Writer | undefined }

const OURS = { keys: true, etags: true, trashDays: 30, versions: 5, logout: true }

export function drawSetting(random: Random): Setting {
  const isOurs = random.chance(0.6)
  const isBare = random.chance(0.6)
  const extras = isOurs || !isBare ? { ...OURS } : {}
  if (!isOurs && !isBare)
    for (const name of Object.keys(OURS) as (keyof typeof OURS)[])
      if (random.chance(0.5)) delete extras[name as never]
  const some = <Name extends string>(names: readonly Name[], chance: number) =>
    names.filter(() => random.chance(chance))
  return {
    extras,
    tags: random.pick<Tags>(['as they are', 'as they are', 'weak', 'with a suffix']),
    isQuiet: !isOurs && random.chance(0.3),
    browsers: random.pick([1, 2]),
    troubles: some(TROUBLES, 0.15),
    fates: random.chance(0.2) ? [] : some(Object.keys(FATES) as FateName[], random.pick([0.05, 0.15, 0.5])),
    chance: random.pick([0.1, 0.3, 0.6]),
  }
}

export async function beginDay({ seed, setting }: Pick<Tape, 'seed' | 'setting'>, screens: Screens) {
  const world = createWorld(seed)
  const line = createLine(world, setting.extras, setting)
  const wasFull = new Set<Browser>()
  const knowsItsSaves = (browser: Browser, at: number) =>
    !wasFull.has(browser) &&
    at > browser.sleep.until + 5_000 &&
    !['ended sessions', 'second user'].some((one) => setting.troubles.includes(one as Trouble))
  const model = createModel(line, world.now, knowsItsSaves)
  line.onSeen = model.seen
  line.onTold = model.toldPage
  // Nobody asks again what was refused: the text is a draft, which is saved under another key.
  line.onLate = ({ body }) => model.mayBeTwice(marksIn(body))
  world.onError = (cause) =>
    model.fault('error', cause instanceof Error ? (cause.stack ?? cause.message) : String(cause))
  for (const writer of WRITERS) {
    const email = emailOf(writer)
    await line.ask('POST', '/api/auth/register', undefined, { userName: writer, email, password: PASSWORD })
    const { token } = JSON.parse(
      (await line.ask('POST', '/api/auth/login', undefined, { email, password: PASSWORD })).body,
    )
    for (let notes = 0; notes < 2; notes++) {
      const mark = model.newMark(writer)
      await line.ask('POST', '/api/notes', token, { title: `Nota ${mark}`, content: `${mark}\nsin cambios` })
    }
  }
  const yesterday = new Map(line.memory.all)
  line.fates = setting.fates
  line.chance = setting.chance
  if (setting.troubles.includes('host elsewhere')) line.apiHost = 'https://api.example'
  const hasLocks = !setting.troubles.includes('no locks')
  const browsers: Browser[] = []
  for (let at = 0; at < setting.browsers; at++)
    browsers.push(await createBrowser(world, 'AB'[at] as string, { hasLocks }))
  const tabs: Tab[] = []
  const seen = new WeakMap<object, Set<string>>()
  let opened = 0

  const day = {
    world,
    line,
    model,
    browsers,
    tabs,
    /** Browsers that could not store something since. */
    wasFull,
    /** Who has signed out of a browser last, and has not come back. */
    signedOut: new Map<Browser, Set<Writer>>(browsers.map((browser) => [browser, new Set()])),
    typedIn: new Map<string, Browser>(),
    /** Marks of the files that were chosen last in a tab. */
    chosen: new WeakMap<Tab, string[]>(),
    has: (trouble: Trouble) => setting.troubles.includes(trouble),

    open(browser: Browser, path: string): Tab {
      opened += 1
      const tab = createTab({ browser, line, name: `${browser.name}${opened}` }, screens, path)
      tabs.push(tab)
      return tab
    },
    async close(tab: Tab): Promise<void> {
      const marks = fieldMarks(tab.root)
      await tab.close()
      left(tab, marks, 0)
    },
    kill(tab: Tab): void {
      const marks = [...fieldMarks(tab.root), ...day.justTyped(tab)]
      tab.kill()
      left(tab, marks, day.unstoredFor(tab))
    },
    /** Marks that were typed so recently that no page may have stored them yet, also in forms that were left since. */
    justTyped(tab: Tab): string[] {
      const limit = day.unstoredFor(tab)
      return [...model.fates.keys()].filter((mark) => model.ageOf(mark) <= limit)
    },
    /** How long, in milliseconds, a text may have been typed without being stored. */
    unstoredFor({ browser }: Tab): number {
      return world.now() < browser.sleep.until + 5_000 ? 20_000 : 300
    },
    async goTo(tab: Tab, path: string): Promise<void> {
      await day.close(tab)
      day.open(tab.browser, path)
    },
    writerIn({ browser }: Tab): Writer | undefined {
      return WRITERS.find((writer) => userOf(browser) === emailOf(writer))
    },

    /** Remembers what a form has shown. */
    see(tab: Tab): Set<string> {
      const form = tab.root.all().find(({ type }) => type === 'form') ?? {}
      const marks = seen.get(form) ?? new Set()
      seen.set(form, marks)
      for (const mark of fieldMarks(tab.root)) marks.add(mark)
      return marks
    },
    decideForm(tab: Tab): string[] {
      const marks = fieldMarks(tab.root)
      const listed = day.listedFor(tab)
      model.pressedIn(tab, marks)
      for (const mark of day.see(tab)) if (!marks.includes(mark)) model.mayVanish.add(mark)
      for (const mark of marks) {
        // Taken away elsewhere: an unchanged line of this form does not bring it back.
        if (model.forgotten.has(mark) || model.fates.get(mark) === 'given up') continue
        const isKept = model.fates.get(mark) === 'kept'
        // A note whose id the host has not told is not found again after another browser has changed it.
        const isUnknown = setting.isQuiet && day.typedIn.get(mark) !== tab.browser
        // A full disk takes no key, either.
        if (!isKept || isUnknown || tab.browser.isFull) model.mayBeTwice([mark])
        // Deleted elsewhere: the text is in this form alone.
        if (!isKept && tab.browser.isFull) model.unstored.add(mark)
        model.told.delete(mark)
        model.keep(mark)
        // A save that takes it away may be under way.
        if (!listed.has(mark)) model.mayVanish.delete(mark)
      }
      return marks
    },
    /** Waits for the end of a save. Where it leads to the list, the host must have the text. */
    async watchSave(tab: Tab, marks: string[], random: Random): Promise<void> {
      await world.wait(random.pick([0, 300, 1_000, 3_000, 40_000]))
      if (!tab.isAlive || !tab.path.startsWith('/notas')) return
      day.tell(tab, marks)
    },
    /** Marks that the host has for the tab's writer. */
    listedFor(tab: Tab): Set<string> {
      const writer = day.writerIn(tab)
      return marksOf((writer && model.hosts.get(writer)) ?? new Map())
    },
    tell(tab: Tab, marks: string[]): void {
      const listed = day.listedFor(tab)
      for (const mark of marks) {
        if (model.fates.get(mark) !== 'kept') continue
        // Its writer has deleted the note in another tab, just before.
        if (!listed.has(mark) && model.wasDeleted.has(mark)) {
          model.fates.set(mark, 'deleted')
          continue
        }
        if (!listed.has(mark)) model.fault('told as saved', `${mark} in ${tab.name}`)
        model.told.add(mark)
      }
    },
    giveUpBrowser({ browser }: Tab, writer: Writer | undefined, youngerThan: number): void {
      if (!writer) return
      const listed = marksOf(model.hosts.get(writer) ?? new Map())
      const inOther = browsers
        .filter((one) => one !== browser)
        .flatMap((one) => recordsOf(one).filter(isText))
      const elsewhere = new Set(inOther.flatMap(({ text }) => marksIn(textOf(text))))
      for (const [mark, fate] of model.fates)
        if (
          writerOf(mark) === writer &&
          fate === 'kept' &&
          !listed.has(mark) &&
          !elsewhere.has(mark) &&
          model.ageOf(mark) < youngerThan
        )
          model.fates.set(mark, 'given up')
    },
    trashedOf(tab: Tab): string[] {
      return [...model.read('trash', day.writerIn(tab) ?? 'ana').keys()]
    },
    trashed(tab: Tab, id: string) {
      const found = model.read('trash', day.writerIn(tab) ?? 'ana').get(id)
      return new Map(found ? [[id, found]] : [])
    },
    putHostBack(): void {
      const { all } = line.memory
      const sessions = [...all].filter(([key]) => key.startsWith('session:'))
      all.clear()
      // No version means two texts.
      for (const [key, value] of [...yesterday, ...sessions])
        all.set(
          key,
          key.startsWith('user:') ? { ...value, changes: 1_000 + world.random.below(1_000) } : value,
        )
      model.forget()
    },
  }

  /** Texts that a closed tab has not stored: they may be lost after a crash, or where nothing can be stored. */
  function left(tab: Tab, marks: string[], youngerThan: number): void {
    tabs.splice(tabs.indexOf(tab), 1)
    const writer = day.writerIn(tab)
    const stored = recordsOf(tab.browser)
      .filter(isText)
      .flatMap(({ text }) => marksIn(textOf(text)))
    const inForms = tabs.flatMap(({ root }) => fieldMarks(root))
    const isExcused = (mark: string) =>
      !writer || day.wasFull.has(tab.browser) || model.ageOf(mark) <= youngerThan
    for (const mark of marks) {
      const isThere =
        stored.includes(mark) ||
        inForms.includes(mark) ||
        marksOf(model.hosts.get(writerOf(mark) as Writer) ?? new Map()).has(mark)
      if (!isThere && isExcused(mark) && model.fates.get(mark) === 'kept') model.fates.set(mark, 'given up')
    }
  }

  return day
}
