import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { fileOf } from '../../support/database'
import { type Postgres, query, startPostgres } from '../../support/servers/postgres'
import { createSqliteFolder } from '../../support/servers/sqlite'
import { waitFor } from '../../support/wait-for'

export const KINDS = ['SQLite', 'PostgreSQL'] as const
export type Kind = (typeof KINDS)[number]

const OTHER_CLIENTS = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`

/** Keeps PostgreSQL's write-ahead log within a small disk. */
const SETTINGS = { min_wal_size: '32MB', max_wal_size: '32MB' }

/** Size of a disk and of the part that is taken at the start, in MB. */
export type DiskSize = { size: number; taken: number }

export type FaultyDatabase = { url: string; server?: Postgres; freeSpace?: () => void }

type Use<Result> = (database: FaultyDatabase) => Promise<Result>

/**
 * Runs `use` with an empty database that may be damaged, and removes it.
 *
 * @param disk on which its data is; if it cannot be mounted, nothing runs
 */
export async function withFaultyDatabase<Result>(
  kind: Kind,
  use: Use<Result>,
  disk?: DiskSize,
): Promise<Result | undefined> {
  if (!disk) return withDatabase(kind, use)
  return withSmallDisk(disk, (folder, freeSpace) =>
    withDatabase(kind, (database) => use({ ...database, freeSpace }), folder),
  )
}

async function withSmallDisk<Result>(
  { size, taken }: DiskSize,
  use: (folder: string, freeSpace: () => void) => Promise<Result>,
): Promise<Result | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'notas-disk-'))
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', folder])
  if (mount.status !== 0) {
    rmSync(folder, { recursive: true })
    return undefined
  }

  // Lazy: closed files stay open until their objects are garbage-collected.
  const unmount = () => execFileSync('umount', ['--lazy', folder])
  process.once('exit', unmount)
  try {
    chmodSync(folder, 0o755)
    const ballast = join(folder, 'ballast')
    writeFileSync(ballast, Buffer.alloc(taken * 1024 * 1024))
    return await use(folder, () => rmSync(ballast))
  } finally {
    process.off('exit', unmount)
    unmount()
    rmSync(folder, { recursive: true })
  }
}

async function withDatabase<Result>(kind: Kind, use: Use<Result>, parent?: string): Promise<Result> {
  const server = kind === 'PostgreSQL' ? await startPostgres(SETTINGS, parent) : undefined
  const databases = server ?? createSqliteFolder(parent)
  try {
    return await use({ url: await databases.createDatabase(), server })
  } finally {
    await databases.stop()
  }
}

/** Waits until the statements of a killed host have ended. */
export async function waitUntilLeft({ url, server }: FaultyDatabase): Promise<void> {
  const isLeft = async () => (await query(url, OTHER_CLIENTS)).length === 0
  if (server) await waitFor('the killed host has left the database', 60_000, isLeft)
}

/** Result of SQLite's own integrity check; undefined if the database is intact. */
export function damageOf({ url, server }: FaultyDatabase): string | undefined {
  if (server) return undefined
  const database = new DatabaseSync(fileOf(url))
  const found = String(database.prepare('PRAGMA integrity_check').get()?.integrity_check)
  database.close()
  return found === 'ok' ? undefined : found
}
