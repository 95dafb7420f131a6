import { setTimeout } from 'node:timers/promises'
import { SettingError } from '@/lib/domain/deployment.mjs'
import { type Database, StorageUnavailable } from './database'
import { migrate } from './migrations'
import { openSqlite } from './sqlite'

/** How often a database that is away is tried again, in milliseconds. */
const RETRY_INTERVAL = 500

/**
 * Opens the database and brings it up to date; waits for one that is away. Throws a SettingError where it
 * cannot be used.
 *
 * @param patience how long to wait, in milliseconds
 */
export async function openDatabase(file: string, patience = 30_000): Promise<Database> {
  const deadline = performance.now() + patience
  for (;;) {
    try {
      return await openMigrated(file)
    } catch (cause) {
      if (!(cause instanceof StorageUnavailable) || performance.now() > deadline) throw unusable(file, cause)
    }
    await setTimeout(RETRY_INTERVAL)
  }
}

async function openMigrated(file: string): Promise<Database> {
  const database = openSqlite(file)
  try {
    await migrate(database)
    return database
  } catch (cause) {
    database.close()
    throw cause
  }
}

function unusable(file: string, cause: unknown): SettingError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new SettingError(`DATABASE_URL is 'file:${file}', which cannot be used: ${reason}.`, { cause })
}
