import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { backUpSqlite } from '../store/backup'
import { existingSqliteFile } from '../store/open'
import { type Command, Refusal } from './command'

export const backup: Command = {
  argument: 'FILE',
  summary: 'copies the SQLite database, also while the host runs',
  async run({ databaseUrl, argument }) {
    const database = existingSqliteFile(databaseUrl)
    if (database === undefined)
      throw new Refusal(
        'A PostgreSQL database is backed up by its own program: pg_dump "$DATABASE_URL" > FILE.',
      )
    // npm runs the command in the project's folder, wherever it was asked from.
    const file = resolve(process.env.INIT_CWD ?? '', argument)
    if (existsSync(file)) throw new Refusal(`${file} exists already: choose another name.`)

    try {
      backUpSqlite(database, file)
    } catch (cause) {
      throw new Refusal(`There is no backup: ${cause instanceof Error ? cause.message : cause}.`, { cause })
    }
    console.log(`The backup is in ${file}.`)
  },
}
