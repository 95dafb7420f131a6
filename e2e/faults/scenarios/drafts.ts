import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { open, save } from '../../support/actions'
import { withBrowserOf } from '../harness/browser-of-user'
import { createNoteDriver, type Writer } from '../harness/note-driver'
import { PAGE_EXITS } from '../harness/page-exits'
import { type Conditions, type Result, withScenario } from '../harness/scenario'
import { startTyping } from '../harness/typist'
import { evictedDatabase, slowDatabase } from './drafts-database'

type Fault = (writer: Writer & { page: Page }) => Promise<Page>

const FAULTS: Record<string, Fault> = {
  killed: async ({ kill }) => (await kill()).newPage(),
  closed: ({ page }) => PAGE_EXITS.closed(page),
  'killed during a save': async ({ page, kill }) => {
    await page.route('**/api/notes**', () => {})
    await save(page)
    return (await kill()).newPage()
  },
}

const OTHER_CASES: Record<string, (writer: Writer) => Promise<void>> = {
  'slow database': slowDatabase,
  'evicted database': evictedDatabase,
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
  if (name === 'killed during a save') await stopped
  const next = await act({ ...writer, page })
  await stopped
  await next.unrouteAll()
  const screens = typists.map((typist) => typist.recoverableAt(moment))
  await open(next, path)
  const isDecided = name === 'killed during a save' && (await driver.isSentByItself(screens.flat()))
  if (isDecided) await open(next, path)
  else await driver.expectRecovered(next, screens)
  await driver.expectSaved(next, id)
}
