import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type SqliteFolder = {
  /** Returns the address of a file that does not exist yet. */
  createDatabase: () => Promise<string>
  /** Removes the folder and its databases. */
  stop: () => Promise<void>
}

export function createSqliteFolder(): SqliteFolder {
  const folder = mkdtempSync(join(tmpdir(), 'notas-'))
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
