export type Statement = { sql: string; params: readonly (string | number)[] }

type Variant = { parts: string[]; sql: string }

/** SQL of each template, since building it for every call would cost as much as a short query. */
const variants = new WeakMap<readonly string[], Variant[]>()

/** Builds a statement or a part of one: values become parameters, and parts are inserted. */
export function sql(texts: readonly string[], ...values: (string | number | Statement)[]): Statement {
  const parts: string[] = []
  const params: (string | number)[] = []
  for (const value of values) {
    const part = typeof value === 'object' ? value : { sql: '?', params: [value] }
    parts.push(part.sql)
    params.push(...part.params)
  }
  const known = variants.get(texts) ?? []
  let variant = known.find((candidate) => candidate.parts.every((part, at) => part === parts[at]))
  if (!variant) {
    variant = { parts, sql: String.raw({ raw: texts }, ...parts) }
    variants.set(texts, [...known, variant])
  }
  return { sql: variant.sql, params }
}

/** SQL without parameters. Must contain nothing that a user has sent. */
export function fixedSql(text: string): Statement {
  return { sql: text, params: [] }
}
export type Row = Record<string, unknown>

export type Dialect = 'sqlite' | 'postgres'

export type Database = {
  read: (statement: Statement) => Promise<Row[]>
  /** Runs the statements in one transaction and resolves to the rows of each, once they are on disk. */
  write: (...statements: Statement[]) => Promise<Row[][]>
  /** Runs a transaction without a time limit, while no other host runs one. */
  writeExclusively: (...statements: Statement[]) => Promise<Row[][]>
  close: () => Promise<void>
  /** Returns SQL that aggregates rows into a JSON array, as text or in UTF-8; `pairs` lists keys and columns in turn. */
  jsonArray: (pairs: string, order: string) => string
  /** Ends a SELECT whose rows must not change until its transaction ends. Empty if writes run one by one. */
  rowLock: string
  dialect: Dialect
}

/** The database is away, full or locked. A retry may succeed. */
export class StorageUnavailable extends Error {
  /** Whether nothing was stored; otherwise that is unknown. */
  readonly isUndone: boolean

  constructor(message: string, { isUndone = false, cause }: { isUndone?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isUndone = isUndone
  }
}

/** Runs several transactions: that one has failed does not undo those before it. */
export async function severalWrites<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    throw cause instanceof StorageUnavailable ? new StorageUnavailable(cause.message, { cause }) : cause
  }
}

/** Locks the user. Must come first: all writes lock the user before its rows, and then see what others have committed. */
export function lockUser({ rowLock }: Database, userId: string): Statement {
  return sql`SELECT id FROM users WHERE id = ${userId} ${fixedSql(rowLock)}`
}
