import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { BREAKS } from '../days/breaks'
import { beginDay, type Tape } from '../days/day'
import { emailOf, PASSWORD, type Writer } from '../days/model'
import { ACTIONS } from '../days/people'
import { submit } from '../days/pressing'
import { failedDays, shrink, storyOf } from '../days/run'
import { loadScreens } from '../days/screen/build'
import type { Screens, Tab } from '../days/tab'
import { seeded } from '../support/random'

const TAPES = 'e2e/days/tapes'

/** Seed of the first day, and how long days are played. `npm run faults -- days` plays other seeds. */
const DAYS = { first: 1, ms: 25_000 }

for (const name of readdirSync(TAPES))
  test(`a recorded day goes well, and plays the same each time: ${name}`, async () => {
    const screens = await loadScreens()
    const tape = JSON.parse(readFileSync(`${TAPES}/${name}`, 'utf8')) as Tape
    const story = await storyOf(tape, screens)
    expect(story.split('\n    ').slice(1)).toHaveLength(tape.steps.length)
    expect(await storyOf(tape, screens)).toBe(story)
  })

test('every rule that is broken on purpose is in its file once', () => {
  for (const { name, file, before } of BREAKS)
    expect(readFileSync(file, 'utf8').split(before), `${name}: ${file}`).toHaveLength(2)
})

test('simulated days: no text is lost, told as saved in vain, shown to another user, doubled, or back', async () => {
  test.setTimeout(120_000)
  const screens = await loadScreens()
  let played = 0
  function* seeds() {
    for (const end = performance.now() + DAYS.ms; performance.now() < end; played++) yield DAYS.first + played
  }
  for await (const failed of failedDays(seeds(), screens)) {
    const { tape } = await shrink(failed, screens)
    const again = `npm run faults -- days --days 1 --seed ${failed.tape.seed}`
    throw new Error([again, await storyOf(tape, screens), JSON.stringify(tape)].join('\n'))
  }
  expect(played).toBeGreaterThan(50)
})

test('a note that is left is no longer in the memory of the page', async () => {
  const screens = await loadScreens()
  let cache = new Map<string, { data?: { content?: unknown } }>()
  const { act } = await beginQuietDay((globals) => {
    screens(globals)
    cache = (globals as { cache: typeof cache }).cache
  })
  const loaded = () => [...cache.values()].filter(({ data }) => data?.content !== undefined)
  for (const name of ['opens a note', 'opens a note']) {
    await act(name)
    expect(loaded()).toHaveLength(1)
    await act('presses Volver')
    expect(loaded()).toEqual([])
  }
})

test('the place in a note is not stored with a user who logs in in another tab', async () => {
  const { day, tab, act, signIn } = await beginQuietDay(await loadScreens())
  await act('opens a note')
  await act('presses Volver')
  const places = () => tab.browser.stored.get('notas-places')
  expect(places()).toContain('"ana@')
  await act('opens a note')
  await signIn(day.open(tab.browser, '/'), 'bea')
  expect(places()).toContain('"ana@')
})

/** A day without troubles on our host, on which Ana has logged in. */
async function beginQuietDay(screens: Screens) {
  const extras = { keys: true, etags: true, trashDays: 30, versions: 5, logout: true }
  const setting: Tape['setting'] = {
    extras,
    tags: 'as they are',
    isQuiet: false,
    browsers: 1,
    troubles: [],
    fates: [],
    chance: 0,
  }
  const day = await beginDay({ seed: 1, setting }, screens)
  const tab = day.open(day.browsers[0] as Tab['browser'], '/')
  const random = seeded(1)

  async function signIn({ root }: Tab, writer: Writer): Promise<void> {
    await day.world.wait(100)
    const [email, password] = ['email', 'password'].map((name) =>
      root.all().find(({ props }) => props.name === name),
    )
    Object.assign(email ?? {}, { value: emailOf(writer) })
    Object.assign(password ?? {}, { value: PASSWORD })
    submit(email?.form)
    await day.world.wait(2_000)
  }

  async function act(name: string): Promise<void> {
    await ACTIONS[name]?.[2]({ day, tab, random, writer: 'ana' })
    await day.world.wait(2_000)
  }

  await signIn(tab, 'ana')
  return { day, tab, act, signIn }
}
