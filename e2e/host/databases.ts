import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HostProcess, startHost } from '../host-process'
import { findPostgres, type Postgres, startPostgres } from '../postgres'
import { test as base } from './calls'

type Database = 'SQLite' | 'PostgreSQL'

type Fixtures = {
  database: Database
  /** The address of an empty database, the test's alone. */
  databaseUrl: string
  /** Starts a host on it, which is stopped after the test. */
  start: (env?: Record<string, string>) => Promise<HostProcess>
}

type WorkerFixtures = { postgres: () => Promise<Postgres> }

export const test = base.extend<Fixtures, WorkerFixtures>({
  database: ['SQLite', { option: true }],

  postgres: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
    async ({}, use) => {
      let starting: Promise<Postgres> | undefined
      await use(() => {
        starting ??= startPostgres()
        return starting
      })
      await (await starting)?.stop()
    },
    { scope: 'worker' },
  ],

  databaseUrl: async ({ database, postgres }, use) => {
    if (database === 'PostgreSQL') return use(await (await postgres()).createDatabase())
    const folder = mkdtempSync(join(tmpdir(), 'notas-'))
    await use(`file:${join(folder, 'notas.db')}`)
    rmSync(folder, { recursive: true, force: true })
  },

  start: async ({ databaseUrl }, use) => {
    const hosts: HostProcess[] = []
    await use(async (env) => {
      const host = await startHost({ env: { DATABASE_URL: databaseUrl, ...env } })
      hosts.push(host)
      return host
    })
    await Promise.all(hosts.map((host) => host.stop()))
  },
})

/** The same proofs on both databases. */
export function onBothDatabases(proofs: () => void): void {
  for (const database of ['SQLite', 'PostgreSQL'] as const) {
    test.describe(database, () => {
      const isMissing = database === 'PostgreSQL' && !findPostgres() && !process.env.CI
      test.skip(isMissing, 'There is no PostgreSQL here.')
      test.use({ database })
      proofs()
    })
  }
}
