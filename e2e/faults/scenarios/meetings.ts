import { type Browser, chromium, type Page } from '@playwright/test'
import { createNote, logIn } from '../../support/api-client'
import { findChromium } from '../../support/chromium'
import { type Random, seeded } from '../../support/random'
import { type FaultyProxy, startFaultyProxy } from '../../support/servers/faulty-proxy'
import type { HostProcess } from '../../support/servers/host'
import { waitFor } from '../../support/wait-for'
import { showPageAgain } from '../../support/write-fixtures'
import { type Conditions, type Result, type Scenario, withScenario } from '../harness/scenario'
import { ACTIONS, expectNoLock, type Meeting, openScreen, signIn, type Turn } from '../meetings/actions'
import {
  createDevice,
  type Device,
  findStrangersIn,
  marksInBrowsers,
  nameOf,
  readRecords,
} from '../meetings/device'
import { createLine } from '../meetings/line'
import { type Account, createModel, textOf, type Writer } from '../meetings/model'

const WRITERS: Writer[] = ['ana', 'bea']

/** Texts that wait are sent within seconds; a host of seven calls may have to be asked again after 90 s. */
const SENT_MS = 15_000

/**
 * Two users, two browsers and several tabs type, save and sign out in random order over a bad line: the
 * screens and their runtime are what the simulated days believe. No text may get lost, be in another account, or be twice.
 */
export function meetings(conditions: Conditions, { sequences }: { sequences: number }): Promise<Result> {
  return withScenario(conditions, async (scenario) => {
    const host = await scenario.startHost()
    const proxies = [await startFaultyProxy(host), await startFaultyProxy(host, { isBare: true })]
    const browser = await chromium.launch(findChromium())
    const { random, sequence } = scenario
    const seeds =
      sequence === undefined ? Array.from({ length: sequences }, () => random.below(2 ** 31)) : [sequence]
    try {
      for (const [at, seed] of seeds.entries()) {
        await runSequence(scenario, { host, proxies, browser, seed })
        scenario.count('sequences')
        scenario.report(`${at + 1} of ${seeds.length} sequences`)
      }
    } finally {
      await browser.close()
      await Promise.all(proxies.map((proxy) => proxy.stop()))
    }
  })
}

type Servers = { host: HostProcess; proxies: FaultyProxy[]; browser: Browser; seed: number }

async function runSequence(scenario: Scenario, { host, proxies, browser, seed }: Servers): Promise<void> {
  const random = seeded(seed)
  const isBare = random.chance(0.3)
  const proxy = proxies[isBare ? 1 : 0] as FaultyProxy
  proxy.calls.length = 0
  const accounts: Account[] = []
  for (const writer of WRITERS) accounts.push({ writer, ...(await scenario.register(host)) })
  const model = createModel(host, accounts, isBare)
  const steps: string[] = [isBare ? 'on a host of seven calls' : 'on our host']
  let hasFailed = false
  const fault = (kind: string, text: string) => {
    const actions = [`npm run faults -- meetings --sequence ${seed}`, ...steps]
    scenario.fault(kind, hasFailed ? text : [text, ...actions].join('\n    '))
    hasFailed = true
  }
  const meeting: Meeting = {
    random,
    model,
    line: createLine(proxy),
    accounts,
    fault,
    count: scenario.count,
  }

  for (const account of accounts)
    for (let notes = 0; notes < 2; notes++) {
      const mark = model.newMark(account.writer)
      await createNote(host, account, `Nota ${mark}`, mark)
    }

  const devices: Device[] = []
  try {
    for (const name of ['A', 'B'])
      if (name === 'A' || random.chance(0.5))
        devices.push(
          await createDevice(browser, proxy.origin, name, await newSession(host, random, accounts)),
        )
    const length = random.between(6, 14)
    for (let tries = 0; tries < 3 * length && steps.length <= length; tries++)
      await step(devices, meeting, steps, random.fork())
    await end(devices, meeting, steps)
  } catch (cause) {
    fault('aborted', cause instanceof Error ? cause.message : String(cause))
  } finally {
    for (const { context } of devices) await context.close()
  }
}

/** Logs a user in again: a device gets a session of its own, and its sign-out leaves the checks their token. */
async function newSession(host: HostProcess, random: Random, accounts: Account[]): Promise<Account> {
  const account = random.chance(0.8) ? (accounts[0] as Account) : (accounts[1] as Account)
  return { ...account, token: await logIn(host, account) }
}

async function step(devices: Device[], meeting: Meeting, steps: string[], random: Random): Promise<void> {
  const device = random.pick(devices)
  const page = random.pick(device.context.pages())
  const { account } = device
  if (!account) {
    meeting.line.setDown(false)
    steps.push(`${nameOf(device, page)} signs in`)
    steps.push(`${steps.pop()}: ${await signIn(device, page, { ...meeting, random })}`)
  } else {
    const turn = { ...meeting, random, device, page, account }
    const name = chooseAction(turn)
    if (!name) return
    steps.push(`${nameOf(device, page)} ${name}`)
    const seen = await ACTIONS[name]?.[2](turn)
    const done = steps.pop()
    if (seen === undefined) return
    steps.push(seen ? `${done}: ${seen}` : `${done}`)
    meeting.count(name)
  }
  await checkOwners(devices, meeting)
}

function chooseAction(turn: Turn): string | undefined {
  const possible = Object.entries(ACTIONS).filter(([, [, isPossible]]) => isPossible(turn))
  return turn.random.pick(possible.flatMap(([name, [weight]]) => Array<string>(weight).fill(name)))
}

/** Nobody's text is in another account, or on the screen or in the browser of somebody else. */
async function checkOwners(devices: Device[], { model, fault }: Meeting): Promise<void> {
  for (const stranger of await model.findStrangers()) fault('in another account', stranger)
  for (const device of devices) {
    const stranger = await findStrangersIn(device)
    if (stranger) fault('shown to another user', stranger)
  }
}

/** Brings everything to rest, and compares the host, the browsers and the lists with what was decided. */
async function end(devices: Device[], meeting: Meeting, steps: string[]): Promise<void> {
  const { model, line, fault, accounts } = meeting
  steps.push('at the end')
  line.change('fine')
  line.setDown(false)
  for (const device of devices) {
    await device.context.setOffline(false)
    await expectNoLock(device)
  }
  for (const device of devices) {
    const [page, ...others] = device.context.pages() as [Page, ...Page[]]
    for (const other of others) await other.close()
    if (!device.account) continue
    await openScreen(page, '/notas')
    await showPageAgain(page)
    await waitUntilSent(device, page, meeting)
    await expectNoLock(device)
  }
  for (const { kind, text } of await model.check(await marksInBrowsers(devices))) fault(kind, text)
  for (const device of devices) {
    const account = accounts.find(({ writer }) => writer === device.account?.writer)
    if (account) await checkList(device, account, meeting)
  }
  await checkOwners(devices, meeting)
}

async function waitUntilSent(device: Device, page: Page, { model, fault }: Meeting): Promise<void> {
  const waiting = async () =>
    (await readRecords(device)).filter(({ write }) => write?.waits && write.doneAt === undefined)
  await waitFor('nothing waits', SENT_MS, async () => {
    const left = await waiting()
    // The timer's next try may be a minute away.
    if (left.length > 0) await showPageAgain(page)
    const mustWait = model.isBare && left.every(({ write }) => write?.attemptedAt !== undefined)
    return left.length === 0 || mustWait
  }).catch(async () => {
    for (const { text, write } of await waiting())
      fault('still waiting', `${textOf(text)}: ${JSON.stringify(write)}`)
  })
}

/** The list shows what the host has, and offers what is not there. */
async function checkList(device: Device, { writer }: Account, { model, fault }: Meeting): Promise<void> {
  const page = device.context.pages()[0] as Page
  await openScreen(page, '/notas')
  await expectNoLock(device)
  const notes = await model.listOf(writer)
  const expected = notes.map(({ title }) => title)
  const cards = page.getByRole('article').getByRole('heading')
  let shown: string[] = []
  await waitFor('the list is that of the host', 5_000, async () => {
    shown = await cards.allInnerTexts()
    // A note that was sent again stands first until the next list, and the host sorts it by its creation.
    return JSON.stringify(shown.toSorted()) === JSON.stringify(expected.toSorted())
  }).catch(() => fault('not shown', `${shown.join(', ')} instead of ${expected.join(', ')}`))

  const stored = (await marksInBrowsers([device])).get(writer) ?? new Set()
  const listed = new Set(notes.flatMap((note) => textOf(note).match(/\w+-\d+/g) ?? []))
  const unsaved = [...stored].filter((mark) => model.fateOf(mark) === 'kept' && !listed.has(mark))
  if (unsaved.length === 0) return
  await page
    .getByRole('link', { name: /^Abrir/ })
    .first()
    .waitFor({ timeout: 5_000 })
    .catch(() => fault('not shown', `nothing offers ${unsaved.join(' ')}`))
}
