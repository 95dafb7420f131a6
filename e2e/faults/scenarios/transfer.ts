import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { NoteText } from '@/lib/domain/note'
import { open } from '../../support/actions'
import { listNotes } from '../../support/api-client'
import { chooseFiles, startImport } from '../../support/transfer/choose-files'
import { compareLists } from '../../support/transfer/compare-lists'
import { exportOf, textsIn } from '../../support/transfer/exported'
import { oddNotes } from '../../support/transfer/odd-notes'
import { withBrowserOf } from '../harness/browser-of-user'
import { PAGE_EXITS } from '../harness/page-exits'
import { type Conditions, type Result, withScenario } from '../harness/scenario'

/** Most concurrent calls of an import. */
const MAX_IN_FLIGHT = 32

const TIMEOUT_MS = 10 * 60_000

/** An import is killed again and again, the same file completes it, and its export goes into a new account. */
export function transfer(
  conditions: Conditions,
  { notes: total, kills }: { notes: number; kills: number },
): Promise<Result> {
  return withScenario(conditions, async (scenario) => {
    const { random, count, fault, report } = scenario
    const host = await scenario.startHost()
    const notes = oddNotes(total, random)
    const afterKills = await importAndExport(notes, kills)
    // A note lost in a kill is sent first by the next import, so it may move by twice the calls in flight.
    expectSame('furthest move after kills', notes, afterKills, 2 * MAX_IN_FLIGHT)
    expectSame('furthest move', afterKills, await importAndExport(afterKills, 0), MAX_IN_FLIGHT)

    /** Imports into a new account, and returns what the account exports. */
    async function importAndExport(notes: NoteText[], kills: number): Promise<NoteText[]> {
      const user = await scenario.register(host)
      const file = { name: 'notas.zip', content: exportOf(notes) }
      return withBrowserOf(user, host, { timeout: TIMEOUT_MS }, async ({ context, kill }) => {
        let page = await context.newPage()

        const exits: Record<string, () => Promise<Page>> = {
          'browser killed': async () => (await kill()).newPage(),
          'page closed': () => PAGE_EXITS.closed(page),
          'page crashed': async () => {
            const crashed = page.waitForEvent('crash')
            const cdp = await page.context().newCDPSession(page)
            cdp.send('Page.crash').catch(() => {})
            await crashed
            return PAGE_EXITS.closed(page)
          },
        }

        async function chooseFile(): Promise<void> {
          await open(page, '/cuenta')
          await chooseFiles(page, file)
        }

        async function startIfNeeded(): Promise<boolean> {
          const survey = page.getByText(/^(Se importar|No hay notas)/)
          const isNeeded = !(await survey.textContent())?.startsWith('No')
          if (isNeeded) await startImport(page)
          return isNeeded
        }

        async function importUntilKilled(before: number, kills: number): Promise<void> {
          await chooseFile()
          if (random.chance(0.1)) return setTimeout(random.below(1000))
          const due = before + random.below((total - before) / kills)
          if (await startIfNeeded()) await waitForProgress(page, due)
          await setTimeout(random.below(100))
        }

        let stored = 0
        for (let done = 0; done < kills; done++) {
          await importUntilKilled(stored, kills - done)
          const [name, exit] = random.pick(Object.entries(exits))
          page = await exit()
          count(name)
          const before = stored
          stored = (await listNotes(host, user)).length
          if (before < stored && stored < total) count('killed in the middle')
          report(`${done + 1} of ${kills} kills, ${stored} of ${total} notes`)
        }
        await chooseFile()
        if (await startIfNeeded()) {
          await page.getByText(/^Se han? importado/).waitFor()
          await chooseFile()
        }
        await page.getByText('No hay notas que importar.').waitFor()
        await page.getByRole('button', { name: 'Cancelar' }).click()
        const downloading = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Descargar notas' }).click()
        return await textsIn(await readFile(await (await downloading).path()))
      })
    }

    function expectSame(move: string, before: NoteText[], after: NoteText[], maxMove: number): void {
      const { missing, added, furthest } = compareLists(before, after)
      const example = `${before.length} notes before, ${after.length} after: ${missing} missing, ${added} twice`
      if (missing > 0) fault('missing', example)
      if (added > 0) fault('twice', example)
      if (furthest > maxMove) fault('out of place', `by ${furthest} places`)
      count('notes', after.length)
      count(move, furthest)
    }
  })
}

async function waitForProgress(page: Page, notes: number): Promise<void> {
  await page.waitForFunction((notes) => {
    const bar = document.querySelector('[role=progressbar]')
    return !bar || Number(bar.getAttribute('aria-valuenow')) >= notes
  }, notes)
}
