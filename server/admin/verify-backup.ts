import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { readSetting } from '../settings/settings'
import { readEverything } from '../store/backup/read-everything'
import { openDump, startOf } from '../store/backup/restore-dump'
import { checkSqlite } from '../store/backup/sqlite-copy'
import { openRestoredDatabase } from '../store/open'
import { databaseUrl, failed, operatorPath } from './database'

const SIGNALS = ['SIGINT', 'SIGTERM']

export const verifyBackup = new Command('verify-backup')
  .argument('<FILE>')
  .description('restores a backup into a temporary place, and reads every note of it')
  .action(async (path: string) => {
    const file = operatorPath(path)
    try {
      const { users, notes, trashed, versions } = await verify(file)
      console.log(
        `${file} can be restored, and each note can be read. Users: ${users}, notes: ${notes}, in the trash: ${trashed}, earlier versions: ${versions}.`,
      )
    } catch (cause) {
      throw failed(`${file} cannot be restored`, cause)
    }
  })

async function verify(file: string) {
  if ((await startOf(file)).startsWith('SQLite format 3\0')) return verifySqlite(file)
  const restore = await openDump(file)
  const ownUrl = readSetting('VERIFY_DATABASE_URL', process.env)
  const url = ownUrl ?? databaseUrl()
  if (url.startsWith('file:'))
    throw new Error('DATABASE_URL must name a PostgreSQL database, beside which a temporary one is made')
  const stopping = new AbortController()
  for (const signal of SIGNALS) process.once(signal, () => stopping.abort())
  const { withTemporaryPostgres } = await import('../store/backup/temporary-postgres')
  return withTemporaryPostgres(url, ownUrl ? 'VERIFY_DATABASE_URL' : 'DATABASE_URL', async (temporary) => {
    await restore(temporary, stopping.signal)
    return readDatabase(temporary)
  })
}

async function verifySqlite(file: string) {
  const folder = mkdtempSync(join(tmpdir(), 'notas-verify-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  for (const signal of SIGNALS)
    process.once(signal, () => {
      remove()
      process.exit(1)
    })
  try {
    const copy = join(folder, 'copy.db')
    copyFileSync(file, copy)
    checkSqlite(copy)
    return await readDatabase(`file:${copy}`)
  } finally {
    remove()
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
