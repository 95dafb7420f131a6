import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { CommandError } from '../command-line'
import { backUpSqlite } from '../store/backup/sqlite-copy'
import { existingSqliteFile } from '../store/open'
import { databaseUrl, failed, operatorPath } from './database'

export const backup = new Command('backup')
  .argument('<FILE>')
  .description('copies the SQLite database, also while the host runs')
  .action((path: string) => {
    const database = existingSqliteFile(databaseUrl())
    if (database === undefined)
      throw new CommandError(
        'A PostgreSQL database is backed up by its own program: see Backups in server/README.md.',
      )
    const file = operatorPath(path)
    if (existsSync(file)) throw new CommandError(`${file} exists already: choose another name.`)

    try {
      backUpSqlite(database, file)
    } catch (cause) {
      throw failed('There is no backup', cause)
    }
    console.log(`The backup is in ${file}.`)
  })
