import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { Client } from 'pg'
import { type Postgres, startPostgres } from '../../support/servers/postgres'

export const KINDS = ['SQLite', 'PostgreSQL'] as const
export type Kind = (typeof KINDS)[number]

/** So that PostgreSQL's log of what was written does not outgrow a small disk. */
const SETTINGS = { min_wal_size: '32MB', max_wal_size: '32MB' }

export type FaultyDatabase = {
  url: string
  /** The program that keeps it, where it is not a file. */
  server?: Postgres
  /** Waits until nothing is under way any more that a host had sent before it was gone. */
  settle: () => Promise<void>
  /** What its own check says is wrong with it. */
  damage: () => Promise<string | undefined>
}

/** Lends an empty database, which may be broken. Its data is kept in the folder, where one is given. */
export async function withDatabase<Result>(
  kind: Kind,
  use: (database: FaultyDatabase) => Promise<Result>,
  folder = tmpdir(),
): Promise<Result> {
  return kind === 'SQLite' ? withSqlite(use, folder) : withPostgres(use, folder)
}

async function withSqlite<Result>(use: (database: FaultyDatabase) => Promise<Result>, parent: string) {
  const folder = mkdtempSync(join(parent, 'notas-faults-'))
  const file = join(folder, 'notas.db')

  async function damage(): Promise<string | undefined> {
    const database = new DatabaseSync(file)
    try {
      const found = String(database.prepare('PRAGMA integrity_check').get()?.integrity_check)
      return found === 'ok' ? undefined : found
    } finally {
      database.close()
    }
  }

  try {
    return await use({ url: `file:${file}`, settle: async () => {}, damage })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function withPostgres<Result>(use: (database: FaultyDatabase) => Promise<Result>, parent: string) {
  const server = await startPostgres(SETTINGS, parent)
  try {
    const url = await server.createDatabase()
    const settle = () => untilNobodyElseIsThere(url)
    return await use({ url, server, settle, damage: async () => undefined })
  } finally {
    await server.stop()
  }
}

async function untilNobodyElseIsThere(url: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    for (;;) {
      const { rows } = await client.query(
        `SELECT pid FROM pg_stat_activity
          WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
      )
      if (rows.length === 0) return
    }
  } finally {
    await client.end()
  }
}
