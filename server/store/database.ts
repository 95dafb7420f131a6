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
  close: () => void
}

/** The database is away, full or locked: nothing was written, and a later attempt may succeed. */
export class StorageUnavailable extends Error {}
