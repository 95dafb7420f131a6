export type Statement = { sql: string; params: readonly (string | number)[] }
export type Row = Record<string, unknown>

export type Dialect = 'sqlite' | 'postgres'

export type Database = {
  read: (statement: Statement) => Promise<Row[]>
  /** Runs the statements in one transaction and resolves to the rows of each, once they are on disk. */
  write: (...statements: Statement[]) => Promise<Row[][]>
  /** Runs a transaction without a time limit, while no other host runs one. */
  writeExclusively: (...statements: Statement[]) => Promise<Row[][]>
  close: () => Promise<void>
  /** Whether hosts on other machines may use it, and so must share their rate limits in it. */
  isShared: boolean
  /** Returns SQL that aggregates rows into a JSON array, as text or in UTF-8; `pairs` lists keys and columns in turn. */
  jsonArray: (pairs: string, order: string) => string
  /** Ends a SELECT whose rows must not change until its transaction ends. Empty where writes run one at a time. */
  rowLock: string
  dialect: Dialect
}

/** The database is away, full or locked. Whether a write was stored is unknown; a retry may succeed. */
export class StorageUnavailable extends Error {}
