import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileOf } from './database'
import { distribute, emptyDatabase, HAS_CITUS_KEYS } from './servers/citus'
import { preloading } from './servers/host'
import { query } from './servers/postgres'

export const KEPT_DATABASES = 'e2e/databases'

export type KeptUser = {
  email: string
  /** Missing if the user signs in with a provider. */
  password?: string
  token: string
  /** Bodies of the release's responses to GET, by path. */
  responses: Record<string, unknown>
  etags: Record<string, string>
  subject?: string
  /** Token of a mailed reset link that has not been used. */
  resetToken?: string
}

export type KeptData = {
  /** Time at which the release stopped, in milliseconds. */
  stoppedAt: number
  users: [KeptUser, ...KeptUser[]]
}

export const keptReleases = () => readdirSync(KEPT_DATABASES)

/** Restores a release's database at the address of an empty one. */
export async function restoreRelease(release: string, databaseUrl: string): Promise<KeptData> {
  const folder = join(KEPT_DATABASES, release)
  const isSqlite = databaseUrl.startsWith('file:')
  if (isSqlite) copyFileSync(join(folder, 'sqlite.db'), fileOf(databaseUrl))
  else await restoreDump(databaseUrl, readFileSync(join(folder, 'postgres.sql'), 'utf8'))
  return JSON.parse(readFileSync(join(folder, isSqlite ? 'sqlite.json' : 'postgres.json'), 'utf8'))
}

async function restoreDump(databaseUrl: string, dump: string): Promise<void> {
  await emptyDatabase(databaseUrl)
  await query(databaseUrl, dump)
  if (HAS_CITUS_KEYS) await distribute(databaseUrl)
}

/** Environment of a host that takes over from the release at once, so that no session or trash has expired. */
export function takingOver({ stoppedAt }: KeptData): { NODE_OPTIONS: string } {
  const clock = `const { now } = Date; const late = now() - ${stoppedAt}; Date.now = () => now() - late`
  return preloading(clock)
}
