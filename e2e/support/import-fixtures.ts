import type { NoteText } from '@/lib/domain/note'
import { type ImportRun, type ImportState, startImport } from '@/lib/transfer/import/start-import'
import { listNotes } from './api-client'
import { test as base, expect } from './api-fixtures'
import { type FaultyProxy, type ProxyOptions, startFaultyProxy } from './servers/faulty-proxy'
import { waitFor } from './wait-for'

export { expect }

// An import warns of every failed call, and may do so after its test.
console.warn = () => {}

export type ImportTab = {
  proxy: FaultyProxy
  /** The tab's session, which the test changes as another tab would. */
  session: { token: string | null; user: string | null }
  /** Milliseconds that the import waited, from the first wait on. A second takes 20 ms. */
  waits: number[]
  importNotes: (notes: NoteText[]) => ImportRun
  /** Imports the notes to the end, and expects that none has failed and that the host has these and no others. */
  importAll: (notes: NoteText[]) => Promise<ImportState>
  stored: () => Promise<NoteText[]>
  expectStored: (notes: NoteText[]) => Promise<void>
}

export const test = base.extend<ProxyOptions & { tab: ImportTab }>({
  isBare: [false, { option: true }],

  tab: async ({ host, user, isBare }, use) => {
    const proxy = await startFaultyProxy(host, { isBare })
    process.env.NEXT_PUBLIC_API_HOST = proxy.origin

    const session: ImportTab['session'] = { token: user.token, user: user.email }
    const waits: number[] = []
    const options = {
      session: { getToken: () => session.token, getUser: () => session.user },
      wait(milliseconds: number) {
        waits.push(milliseconds)
        return new Promise<void>((resolve) => setTimeout(resolve, milliseconds / 50))
      },
    }
    const runs: ImportRun[] = []
    function importNotes(notes: NoteText[]): ImportRun {
      const run = startImport(
        notes.map((text) => ({ text })),
        options,
      )
      runs.push(run)
      return run
    }
    const stored = async () => (await listNotes(host, user)).map(({ title, content }) => ({ title, content }))
    const expectStored = async (notes: NoteText[]) => expect(sorted(await stored())).toEqual(sorted(notes))
    async function importAll(notes: NoteText[]): Promise<ImportState> {
      const state = await reaches(importNotes(notes), 'finished')
      expect(state).toMatchObject({ reason: null, imported: notes.length, failed: [], notSent: [] })
      await expectStored(notes)
      return state
    }
    await use({ proxy, session, waits, importNotes, importAll, stored, expectStored })

    for (const run of runs) run.stop()
    // Hosts that other tests start inherit this environment.
    delete process.env.NEXT_PUBLIC_API_HOST
    await proxy.stop()
  },
})

export async function reaches(run: ImportRun, phase: ImportState['phase']): Promise<ImportState> {
  await waitFor(`the import is ${phase}`, 60_000, () => run.getState().phase === phase)
  return run.getState()
}

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
