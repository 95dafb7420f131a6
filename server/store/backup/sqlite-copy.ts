import { closeSync, fsyncSync, mkdtempSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Row } from '../database'

const BUSY_TIMEOUT_MS = 5_000

/** Copies an SQLite database while hosts use it. `file` appears only once it is complete, checked and on disk. */
export function backUpSqlite(database: string, file: string): void {
  const folder = mkdtempSync(`${file}-`)
  try {
    const copy = join(folder, 'copy.db')
    closeSync(openSync(copy, 'wx', 0o600))
    query(database, 'VACUUM INTO ?', copy)
    checkSqlite(copy)
    syncToDisk(copy)
    renameSync(copy, file)
    syncToDisk(dirname(file))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function checkSqlite(file: string): void {
  const [check] = query(file, 'PRAGMA integrity_check')
  if (check?.integrity_check !== 'ok') throw new Error(`the copy is damaged: ${check?.integrity_check}`)
}

function query(file: string, sql: string, ...params: string[]): Row[] {
  const connection = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  try {
    return connection.prepare(sql).all(...params) as Row[]
  } finally {
    connection.close()
  }
}

function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
