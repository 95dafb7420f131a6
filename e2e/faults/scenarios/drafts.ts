import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { open, save, signIn } from '../../support/actions'
import { withBrowserOf } from '../harness/browser-of-user'
import { createNoteDriver, type Writer } from '../harness/note-driver'
import { PAGE_EXITS } from '../harness/page-exits'
import { type Conditions, type Result, withScenario } from '../harness/scenario'
import { startTyping } from '../harness/typist'
import { evictedDatabase, fullStorage, silentDatabase, slowDatabase } from './drafts-database'
import { olderCopy, wrongClock } from './drafts-order'
import { nextUser, signedOutInOtherTab } from './drafts-sign-out'

type Fault = (writer: Writer & { page: Page }) => Promise<Page>

const FAULTS: Record<string, Fault> = {
  killed: async ({ kill }) => (await kill()).newPage(),
  reloaded: ({ page }) => PAGE_EXITS.reloaded(page),
  closed: ({ page }) => PAGE_EXITS.closed(page),
  cancelled: ({ page }) => PAGE_EXITS.cancelled(page),
  offline: async ({ page, context }) => {
    await context.setOffline(true)
    await trySave(page)
    await context.setOffline(false)
    return page
  },
  'failed with 500': async ({ page }) => {
    await page.route('**/api/notes**', (route) => route.fulfill({ status: 500, body: '' }))
    await trySave(page)
    return page
  },
  'failed with 401': async ({ page, user }) => {
    await page.route('**/api/notes**', (route) => route.fulfill({ status: 401, body: '' }))
    await trySave(page)
    await page.unrouteAll()
    await signIn(page, user)
    // The login has ended the token before.
    user.token = await page.evaluate(() => String(localStorage.getItem('token')))
    return page
  },
  'killed during a save': async ({ page, kill }) => {
    await page.route('**/api/notes**', () => {})
    await save(page)
    return (await kill()).newPage()
  },
}

/** Cases in which Guardar was pressed, and had no answer. */
const DECIDED = ['offline', 'killed during a save']

const OTHER_CASES: Record<string, (writer: Writer) => Promise<void>> = {
  'full storage': fullStorage,
  'silent database': silentDatabase,
  'slow database': slowDatabase,
  'evicted database': evictedDatabase,
  'signed out in another tab': signedOutInOtherTab,
  'next user': nextUser,
  'older copy': olderCopy,
  'wrong clock': wrongClock,
}

const ALL_CASES = [...Object.keys(FAULTS), 'two tabs', ...Object.keys(OTHER_CASES)]

/** `rounds` takes the cases in turn. */
type Options = { rounds: number; cases?: string[] }

export function drafts(conditions: Conditions, { rounds, cases = ALL_CASES }: Options): Promise<Result> {
  return withScenario(conditions, async (scenario) => {
    const { count, fault, report } = scenario
    const host = await scenario.startHost()
    for (let done = 0; done < rounds; done++) {
      const name = cases[done % cases.length] as string
      const user = await scenario.register(host)
      const driver = createNoteDriver(scenario, host, user, name)
      const run = OTHER_CASES[name] ?? runFault
      await withBrowserOf(user, host, { timeout: 30_000, serviceWorkers: 'allow' }, (browser) =>
        run({ ...browser, scenario, host, name, user, driver }),
      ).catch((cause: Error) => fault('aborted', `${name}: ${cause.message}`))
      count('rounds')
      count(name)
      report(`${done + 1} of ${rounds} rounds`)
    }
  })
}

async function runFault(writer: Writer): Promise<void> {
  const { scenario, name, driver, context } = writer
  const { random } = scenario
  const { id, path } = await driver.someForm()
  const page = await context.newPage()
  const pages = name === 'two tabs' ? [page, await context.newPage()] : [page]
  const typists = []
  for (const tab of pages) {
    await open(tab, path)
    typists.push(await startTyping(tab, random.fork()))
  }
  await setTimeout(random.between(700, 2000))
  const moment = performance.now()
  const stopped = Promise.all(typists.map((typist) => typist.stop()))
  const act = FAULTS[name] ?? (FAULTS[random.pick(['killed', 'closed'])] as Fault)
  // A user who presses a button has stopped typing.
  if (!['killed', 'reloaded', 'closed', 'two tabs'].includes(name)) await stopped
  const next = await act({ ...writer, page })
  await stopped
  await next.unrouteAll()
  const screens = typists.map((typist) => typist.recoverableAt(moment))
  await open(next, path)
  const isDecided = DECIDED.includes(name) && (await driver.isSentByItself(screens.flat()))
  if (isDecided) await open(next, path)
  else await driver.expectRecovered(next, screens)
  await driver.expectSaved(next, id)
}

async function trySave(page: Page): Promise<void> {
  await save(page)
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}
