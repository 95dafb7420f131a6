import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { SettingError } from '@/lib/domain/deployment.mjs'
import { type Database, StorageUnavailable } from './database'
import { isMigrated, migrate } from './migrations'

const RETRY_INTERVAL_MS = 500

const SQLITE = 'file:'

/** Migrates the database, and waits for one that is away. Throws a SettingError if it cannot be used. */
export async function openDatabase(url: string, timeoutMs = 30_000): Promise<Database> {
  const deadline = performance.now() + timeoutMs
  for (let hasSaid = false; ; hasSaid = true) {
    try {
      return await openMigrated(url)
    } catch (cause) {
      if (!(cause instanceof StorageUnavailable) || performance.now() > deadline) throw unusable(url, cause)
      if (!hasSaid) console.error(`The database cannot be used yet: ${cause.message}. Waiting for it.`)
    }
    await setTimeout(RETRY_INTERVAL_MS)
  }
}

export async function openExistingDatabase(url: string): Promise<Database> {
  existingSqliteFile(url)
  let database: Database | undefined
  try {
    database = await open(url)
    if (await isMigrated(database)) return database
    throw new Error('a host of this version must start on it first')
  } catch (cause) {
    await database?.close()
    throw unusable(url, cause)
  }
}

export function existingSqliteFile(url: string): string | undefined {
  if (!url.startsWith(SQLITE)) return undefined
  const file = url.slice(SQLITE.length)
  if (existsSync(file)) return file
  throw new SettingError(
    `DATABASE_URL is '${url}', where there is no database: start the host once, or go to its folder.`,
  )
}

async function openMigrated(url: string): Promise<Database> {
  const database = await open(url)
  try {
    await migrate(database)
    return database
  } catch (cause) {
    await database.close()
    throw cause
  }
}

async function open(url: string): Promise<Database> {
  if (url.startsWith(SQLITE)) return (await import('./sqlite')).openSqlite(url.slice(SQLITE.length))
  return (await import('./postgres')).openPostgres(url)
}

function unusable(url: string, cause: unknown): SettingError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new SettingError(`DATABASE_URL is '${withoutPassword(url)}', which cannot be used: ${reason}.`, {
    cause,
  })
}

function withoutPassword(url: string): string {
  if (url.startsWith(SQLITE)) return url
  const shown = new URL(url)
  shown.password = ''
  shown.search = ''
  return shown.href
}
