import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEverything } from '../store/backup/read-everything'
import { checkSqlite } from '../store/backup/sqlite-copy'
import { openRestoredDatabase } from '../store/open'
import { type Command, failed, operatorPath } from './command'
import { type DumpFormat, restoreDump } from './restore-dump'

const HEADERS: [RegExp, 'sqlite' | DumpFormat][] = [
  [/^SQLite format 3\0/, 'sqlite'],
  [/^PGDMP/, 'custom'],
  [/^--\r?\n-- PostgreSQL database dump\r?\n/, 'plain'],
]

/** psql takes the end of a truncated file for the end of the dump. */
const END = '-- PostgreSQL database dump complete'

export const verifyBackup: Command = {
  arguments: ['FILE'],
  summary: 'restores a backup into a temporary place, and reads every note of it',
  async run({ databaseUrl, argument }) {
    const file = operatorPath(argument)
    try {
      const { users, notes, trashed, versions } = await verify(file, databaseUrl)
      console.log(
        `${file} can be restored, and each note can be read. Users: ${users}, notes: ${notes}, in the trash: ${trashed}, earlier versions: ${versions}.`,
      )
    } catch (cause) {
      throw failed(`${file} cannot be restored`, cause)
    }
  },
}

async function verify(file: string, databaseUrl: string) {
  const format = await formatOf(file)
  if (format === 'sqlite') return verifySqlite(file)
  if (databaseUrl.startsWith('file:'))
    throw new Error('DATABASE_URL must name a PostgreSQL database, beside which a temporary one is made')
  const { withTemporaryPostgres } = await import('../store/backup/temporary-postgres')
  const stopping = new AbortController()
  // The temporary database is dropped first.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort())
  return withTemporaryPostgres(databaseUrl, async (url) => {
    await restoreDump(file, { url, format, signal: stopping.signal })
    return readDatabase(url)
  })
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

async function formatOf(path: string): Promise<'sqlite' | DumpFormat> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const start = await textAt(file, 0)
    const format = HEADERS.find(([header]) => header.test(start))?.[1]
    if (!format) throw new Error("it is neither a copy of an SQLite database nor pg_dump's, plain or custom")
    if (format === 'plain' && !(await textAt(file, Math.max(0, size - 1024))).includes(END))
      throw new Error('its end is missing')
    return format
  } finally {
    await file.close()
  }
}

async function textAt(file: FileHandle, position: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, position)
  return buffer.toString('latin1', 0, bytesRead)
}
