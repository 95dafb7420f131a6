export type Statement = { sql: string; params: readonly (string | number)[] }
export type Row = Record<string, unknown>

/** What the statements of this folder need of a database; one small driver for each kind. */
export type Database = {
  read: (statement: Statement) => Promise<Row[]>
  /**
   * Runs the statements in one transaction, all or none, and returns the rows of each. They are on disk when it
   * resolves.
   */
  write: (...statements: Statement[]) => Promise<Row[][]>
  /** The same, while no other host does so, and for as long as it takes. */
  writeExclusively: (...statements: Statement[]) => Promise<Row[][]>
  close: () => Promise<void>
  /** Whether hosts on other machines may work on it too: what they must share is kept in it then. */
  isShared: boolean
  /** The SQL that makes all rows into one JSON array of objects: keys and columns in turn, and their order. */
  jsonArray: (pairs: string, order: string) => string
}

/** The database is away, full or locked. Nothing is known to be written, and a later attempt may succeed. */
export class StorageUnavailable extends Error {}
