import type { NoteText } from '@/lib/domain/note'
import type { SourceNote } from '@/lib/transfer/formats/missing-notes'
import { type ImportRun, type ImportState, startImport } from '@/lib/transfer/import/import-run'
import { listNotes } from './api-client'
import { test as base, expect } from './api-fixtures'
import { type FaultyProxy, type ProxyOptions, startFaultyProxy } from './servers/faulty-proxy'
import { waitFor } from './wait-for'

export { expect }

/** A tab's session, which the test changes as another tab would. */
type TestSession = { token: string | null; user: string | null; changed: () => void }

type Fixtures = {
  faultyProxy: FaultyProxy
  session: TestSession
  /** Milliseconds that the import waited, from the first wait on. */
  waits: number[]
  /** Starts an import through the proxy. A second of its waits takes 20 ms. */
  importNotes: (notes: NoteText[]) => ImportRun
  /** Texts on the host, newest first. */
  stored: () => Promise<NoteText[]>
}

export const test = base.extend<ProxyOptions & Fixtures>({
  isBare: [false, { option: true }],

  faultyProxy: async ({ host, isBare }, use) => {
    const proxy = await startFaultyProxy(host, { isBare })
    process.env.NEXT_PUBLIC_API_HOST = proxy.origin
    await use(proxy)
    // Hosts that other tests start inherit this environment.
    delete process.env.NEXT_PUBLIC_API_HOST
    await proxy.stop()
  },

  session: async ({ user }, use) => {
    await use({ token: user.token, user: user.email, changed: () => {} })
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright demands a pattern.
  waits: async ({}, use) => use([]),

  importNotes: async ({ faultyProxy, session, waits }, use) => {
    expect(faultyProxy.calls).toEqual([])
    const options = {
      session: {
        getToken: () => session.token,
        getUser: () => session.user,
        subscribe(listener: () => void) {
          session.changed = listener
          return () => {}
        },
      },
      wait(milliseconds: number) {
        waits.push(milliseconds)
        return new Promise<void>((resolve) => setTimeout(resolve, milliseconds / 50))
      },
    }
    const runs: ImportRun[] = []
    const { warn } = console
    console.warn = () => {}
    await use((notes) => {
      const run = startImport(notes.map(asSource), options)
      runs.push(run)
      return run
    })
    for (const run of runs) run.stop()
    console.warn = warn
  },

  stored: async ({ host, user }, use) => {
    await use(async () => (await listNotes(host, user)).map(({ title, content }) => ({ title, content })))
  },
})

export async function reaches(run: ImportRun, phase: ImportState['phase']): Promise<ImportState> {
  await waitFor(`the import is ${phase}`, 60_000, () => run.getState().phase === phase)
  return run.getState()
}

function asSource(text: NoteText): SourceNote {
  return { text, alternatives: [] }
}

/** Notes as an import has them, newest first. */
export function someNotes(count: number): NoteText[] {
  return Array.from({ length: count }, (_, position) => ({
    title: `Nota ${count - position}`,
    content: 'Pan, leche\ny huevos',
  }))
}

/** Texts in an order of their own, to compare what may be out of place. */
export function sorted(texts: NoteText[]): string[] {
  return texts.map(({ title, content }) => JSON.stringify([title, content])).sort()
}
