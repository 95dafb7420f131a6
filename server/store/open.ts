import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { reasonOf, SettingError } from '@/lib/domain/deployment.mjs'
import type { Log } from '../http/log'
import { type Database, StorageUnavailable } from './database'
import { isMigrated, isUsed, migrate } from './migrations'

const RETRY_INTERVAL_MS = 500

const SQLITE = 'file:'

type Options = {
  timeoutMs?: number
  isCopied?: boolean
  log?: Log
}

/** Migrates the database, and waits for one that is away. Throws a SettingError if it cannot be used. */
export async function openDatabase(
  url: string,
  { timeoutMs = 30_000, isCopied = false, log }: Options = {},
): Promise<Database> {
  const deadline = performance.now() + timeoutMs
  let mustCopy = isCopied
  async function before(): Promise<void> {
    if (mustCopy) await copyBeforeMigration(url)
    mustCopy = false
  }
  for (let hasSaid = false; ; hasSaid = true) {
    try {
      return await openPrepared(url, (database) => migrate(database, { before, log }))
    } catch (cause) {
      if (!(cause instanceof StorageUnavailable) || performance.now() > deadline) throw unusable(url, cause)
      if (!hasSaid) console.error(`The database cannot be used yet: ${cause.message}. Waiting for it.`)
    }
    await setTimeout(RETRY_INTERVAL_MS)
  }
}

export async function openExistingDatabase(url: string): Promise<Database> {
  existingSqliteFile(url)
  try {
    return await openPrepared(url, async (database) => {
      if (!(await isMigrated(database))) throw new Error('a host of this version must start on it first')
    })
  } catch (cause) {
    throw unusable(url, cause)
  }
}

/** Migrates a restored copy of any release's database. Throws an Error if it is another program's. */
export function openRestoredDatabase(url: string): Promise<Database> {
  return openPrepared(url, async (database) => {
    if (!(await isUsed(database).catch(() => false))) throw new Error('it is no database of Notas')
    await migrate(database)
  })
}

export function existingSqliteFile(url: string): string | undefined {
  if (!url.startsWith(SQLITE)) return undefined
  const file = url.slice(SQLITE.length)
  if (existsSync(file)) return file
  throw new SettingError(
    `DATABASE_URL is '${url}', where there is no database: start the host once, or go to its folder.`,
  )
}

async function openPrepared(url: string, prepare: (database: Database) => Promise<void>): Promise<Database> {
  const database = url.startsWith(SQLITE)
    ? (await import('./sqlite')).openSqlite(url.slice(SQLITE.length))
    : (await import('./postgres')).openPostgres(url)
  try {
    await prepare(database)
    return database
  } catch (cause) {
    await database.close()
    throw cause
  }
}

async function copyBeforeMigration(url: string): Promise<void> {
  const file = existingSqliteFile(url)
  if (file === undefined) return
  try {
    ;(await import('./backup/sqlite-copy')).backUpSqlite(file, `${file}.before-migration`)
  } catch (cause) {
    throw new Error(
      `it cannot be copied before its migration (${reasonOf(cause)}): make room beside it, or set MIGRATION_COPY=off`,
      { cause },
    )
  }
}

function unusable(url: string, cause: unknown): SettingError {
  const reason = reasonOf(cause)
  const isRefused = url.startsWith(SQLITE) && /permission|unable to open|readonly/i.test(reason)
  const place = isRefused ? ` (${resolve(url.slice(SQLITE.length))}, as the user ${userInfo().username})` : ''
  return new SettingError(
    `DATABASE_URL is '${withoutPassword(url)}', which cannot be used: ${reason}${place}.`,
    { cause },
  )
}

function withoutPassword(url: string): string {
  if (url.startsWith(SQLITE)) return url
  const shown = new URL(url)
  shown.password = ''
  shown.search = ''
  return shown.href
}
