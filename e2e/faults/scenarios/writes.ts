import { setTimeout } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import type { NoteText } from '@/lib/domain/note'
import { nextLog, open, save, write } from '../../support/actions'
import { listNotes } from '../../support/api-client'
import { readStore } from '../../support/browser-storage'
import { findChromium } from '../../support/chromium'
import { BASE, startSession } from '../../support/fixtures'
import { type FaultyProxy, startFaultyProxy } from '../../support/servers/faulty-proxy'
import type { HostProcess } from '../../support/servers/host'
import { compareLists } from '../../support/transfer/compare-lists'
import { waitFor } from '../../support/wait-for'
import { showPageAgain } from '../../support/write-fixtures'
import { type Conditions, type Result, type Scenario, type User, withScenario } from '../harness/scenario'

const LOST = 0.1

/** The waits of an import, which give a host time, are as much shorter. */
const HASTE = 50

const LIMIT_MS = 20 * 60_000

type Counts = {
  imported: number
  importedBare: number
  presses: number
}

/** Notes are created over a line that loses one answer in ten, each to be there once. */
export function writes(conditions: Conditions, { imported, importedBare, presses }: Counts): Promise<Result> {
  return withScenario(conditions, async (scenario) => {
    const { count, report } = scenario
    const host = await scenario.startHost()

    await overLossyLine(scenario, host, false, async (proxy, user) => {
      const notes = someNotes('Importada', imported)
      await importNotes(scenario, user, notes)
      const pressed = someNotes('Guardada', presses)
      await pressGuardar(scenario, proxy, user, pressed)
      expectSame('notes', [...notes, ...pressed], await listNotes(host, user))
    })
    await overLossyLine(scenario, host, true, async (_, user) => {
      const notes = someNotes('Importada', importedBare)
      await importNotes(scenario, user, notes)
      expectSame('notes on a bare host', notes, await listNotes(host, user))
    })

    function expectSame(name: string, sent: NoteText[], stored: NoteText[]): void {
      const { missing, added } = compareLists(sent, stored)
      if (missing > 0) scenario.fault('missing', `${missing} of ${sent.length} ${name}`)
      if (added > 0) scenario.fault('twice', `${added} beside ${sent.length} ${name}`)
      count(name, stored.length)
      report(`${stored.length} ${name}`)
    }
  })
}

async function overLossyLine(
  { register, random, count }: Scenario,
  host: HostProcess,
  isBare: boolean,
  work: (proxy: FaultyProxy, user: User) => Promise<void>,
): Promise<void> {
  const user = await register(host)
  const proxy = await startFaultyProxy(host, { isBare })
  // Browsers repeat a call by themselves there.
  proxy.reusesConnections = !isBare
  proxy.fault = () => {
    if (!random.chance(LOST)) return undefined
    count('lost answers')
    return 'lose the response'
  }
  process.env.NEXT_PUBLIC_API_HOST = proxy.origin
  try {
    await work(proxy, user)
  } finally {
    // Hosts that are started later inherit this environment.
    delete process.env.NEXT_PUBLIC_API_HOST
    await proxy.stop()
  }
}

async function importNotes(
  { count, report }: Scenario,
  { email, token }: User,
  notes: NoteText[],
): Promise<void> {
  const { startImport } = await import('@/lib/transfer/import/start-import')
  const { warn } = console
  console.warn = () => {}
  const run = startImport(
    notes.map((text) => ({ text })),
    {
      session: { getToken: () => token, getUser: () => email },
      wait: (milliseconds) => setTimeout(milliseconds / HASTE),
    },
  )
  try {
    await waitFor('the import is finished', LIMIT_MS, () => {
      const { phase, done } = run.getState()
      report(`${done} of ${notes.length} imported`)
      if (phase === 'paused') {
        count('pauses')
        run.resume()
      }
      return phase === 'finished'
    })
  } finally {
    run.cancel()
    console.warn = warn
  }
}

async function pressGuardar(
  { random, count, report }: Scenario,
  { origin }: FaultyProxy,
  user: User,
  notes: NoteText[],
): Promise<void> {
  const browser = await chromium.launch(findChromium())
  const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' })
  try {
    await startSession(context, origin, user)
    const page = await context.newPage()
    for (const [at, note] of notes.entries()) {
      await open(page, '/create-note')
      await write(page, note)
      count('presses')
      // A person presses again, or leaves the form to the sending by itself.
      for (let isSaved = await press(page); !isSaved && random.chance(0.5); isSaved = await press(page))
        count('pressed again')
      report(`${at + 1} of ${notes.length} presses`)
    }
    await open(page, '/notas')
    await waitFor('nothing waits', 60_000, async () => {
      await showPageAgain(page)
      const records = await readStore<{ write?: { waits?: boolean; doneAt?: number } }>(page, 'drafts')
      return !records.some(({ write }) => write?.waits && write.doneAt === undefined)
    })
  } finally {
    await browser.close()
  }
}

/** Returns whether the note is saved; if not, the form stays. */
async function press(page: Page): Promise<boolean> {
  const isList = ({ pathname }: URL) => pathname.startsWith(`${BASE}/notas`)
  const failed = nextLog(page, 'Error al guardar la nota')
  const outcome = Promise.race([page.waitForURL(isList).then(() => true), failed.then(() => false)])
  failed.catch(() => {})
  await save(page)
  return outcome
}

function someNotes(name: string, count: number): NoteText[] {
  return Array.from({ length: count }, (_, at) => ({ title: `${name} ${at}`, content: 'Pan y leche' }))
}
