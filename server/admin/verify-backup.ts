import { execFile } from 'node:child_process'
import { copyFileSync, createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { Command } from 'commander'
import { readEverything } from '../store/backup/read-everything'
import { checkSqlite } from '../store/backup/sqlite-copy'
import { openRestoredDatabase } from '../store/open'
import { databaseUrl, failed, operatorPath } from './database'

const PSQL = ['psql', '--no-psqlrc', '--quiet', '--output=/dev/null', '--set=ON_ERROR_STOP=1', '--file']

const DUMPS: [header: RegExp, command: string[]][] = [
  [/^PGDMP/, ['pg_restore', '--no-owner', '--no-privileges']],
  [/^--\r?\n-- PostgreSQL database dump\r?\n/, PSQL],
]

/** psql takes the end of a truncated file for the end of the dump. */
const END = '-- PostgreSQL database dump complete'

const ENDS_BYTES = 1024

export const verifyBackup = new Command('verify-backup')
  .argument('<FILE>')
  .description('restores a backup into a temporary place, and reads every note of it')
  .action(async (path: string) => {
    const file = operatorPath(path)
    try {
      const { users, notes, trashed, versions } = await verify(file, databaseUrl())
      console.log(
        `${file} can be restored, and each note can be read. Users: ${users}, notes: ${notes}, in the trash: ${trashed}, earlier versions: ${versions}.`,
      )
    } catch (cause) {
      throw failed(`${file} cannot be restored`, cause)
    }
  })

async function verify(file: string, databaseUrl: string) {
  const start = await text(createReadStream(file, { end: ENDS_BYTES - 1 }))
  if (start.startsWith('SQLite format 3\0')) return verifySqlite(file)
  const command = DUMPS.find(([header]) => header.test(start))?.[1]
  if (!command) throw new Error("it is neither a copy of an SQLite database nor pg_dump's, plain or custom")
  if (command === PSQL && !(await lastText(file)).includes(END)) throw new Error('its end is missing')
  if (databaseUrl.startsWith('file:'))
    throw new Error('DATABASE_URL must name a PostgreSQL database, beside which a temporary one is made')
  const stopping = new AbortController()
  // The temporary database is dropped first.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort())
  const { withTemporaryPostgres } = await import('../store/backup/temporary-postgres')
  return withTemporaryPostgres(databaseUrl, async (url) => {
    await restoreDump([...command, file], url, stopping.signal)
    return readDatabase(url)
  })
}

function lastText(file: string): Promise<string> {
  return text(createReadStream(file, { start: Math.max(0, statSync(file).size - ENDS_BYTES) }))
}

/** Restores a file of pg_dump into an empty database. PostgreSQL's programs must be in PATH. */
async function restoreDump(
  [program = '', ...options]: string[],
  url: string,
  signal: AbortSignal,
): Promise<void> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password) || address.searchParams.get('password')
  // Every user of the machine can read a command line.
  address.password = ''
  address.searchParams.delete('password')
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) }
  // Only in a transaction can no command of a dump made with --create reach another database.
  const args = [`--dbname=${address.href}`, '--single-transaction', ...options]
  try {
    await promisify(execFile)(program, args, { env, signal })
  } catch (cause) {
    const { code, stderr, message } = cause as Error & { code?: string | number; stderr?: string }
    if (code === 'ENOENT') throw new Error(`${program} must be in PATH: it comes with PostgreSQL`, { cause })
    throw new Error(stderr?.trim().split('\n')[0] || message, { cause })
  }
}

async function verifySqlite(file: string) {
  const folder = mkdtempSync(join(tmpdir(), 'notas-verify-'))
  try {
    const copy = join(folder, 'copy.db')
    copyFileSync(file, copy)
    checkSqlite(copy)
    return await readDatabase(`file:${copy}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function readDatabase(url: string) {
  const database = await openRestoredDatabase(url)
  try {
    return await readEverything(database)
  } finally {
    await database.close()
  }
}
