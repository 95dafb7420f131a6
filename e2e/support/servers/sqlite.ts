import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type SqliteFolder = {
  /** Returns the address of a file that does not exist yet. */
  createDatabase: () => Promise<string>
  stop: () => Promise<void>
}

/** @param parent folder in which it is created */
export function createSqliteFolder(parent = tmpdir()): SqliteFolder {
  const folder = mkdtempSync(join(parent, 'notas-'))
  let count = 0

  function remove(): void {
    process.off('exit', remove)
    rmSync(folder, { recursive: true, force: true })
  }

  process.once('exit', remove)
  return {
    async createDatabase() {
      count += 1
      return `file:${join(folder, `notas-${count}.db`)}`
    },
    async stop() {
      remove()
    },
  }
}
