import type { Database, Statement } from './database'

/** Applied once each, in this order. A released migration never changes. */
const MIGRATIONS: string[][] = [
  [
    `CREATE TABLE users (
      id TEXT PRIMARY KEY,
      user_name TEXT NOT NULL,
      email TEXT NOT NULL UNIQUE,
      password_hash TEXT NOT NULL,
      notes_version BIGINT NOT NULL,
      created_at BIGINT NOT NULL
    )`,
    `CREATE TABLE sessions (
      token_hash TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      last_used_at BIGINT NOT NULL
    )`,
    `CREATE TABLE notes (
      id TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      title TEXT NOT NULL,
      content TEXT NOT NULL,
      version BIGINT NOT NULL
    )`,
    'CREATE INDEX sessions_of_user ON sessions (user_id)',
    'CREATE INDEX notes_of_user ON notes (user_id, version)',
  ],
  // The columns are those of rate-limiter-flexible.
  [
    `CREATE TABLE limits (
      key TEXT PRIMARY KEY,
      points INTEGER NOT NULL,
      expire BIGINT
    )`,
  ],
  // An email is proved by using a link mailed to it, or by a provider that has verified it.
  [
    'ALTER TABLE users ADD COLUMN is_email_proved INTEGER NOT NULL DEFAULT 0',
    `CREATE TABLE reset_links (
      user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      token_hash TEXT NOT NULL UNIQUE,
      is_mailed INTEGER NOT NULL,
      expires_at BIGINT NOT NULL
    )`,
  ],
  [
    `CREATE TABLE identities (
      issuer TEXT NOT NULL,
      subject TEXT NOT NULL,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      PRIMARY KEY (issuer, subject)
    )`,
    `CREATE TABLE sign_in_codes (
      code_hash TEXT PRIMARY KEY,
      challenge TEXT NOT NULL,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      expires_at BIGINT NOT NULL
    )`,
    'CREATE INDEX identities_of_user ON identities (user_id)',
    'CREATE INDEX sign_in_codes_of_user ON sign_in_codes (user_id)',
  ],
]

export async function migrate(database: Database): Promise<void> {
  await database.writeExclusively(
    statement('CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY)'),
  )

  for (const [index, statements] of MIGRATIONS.entries()) {
    const number = index + 1
    if (await isDone(database, number)) continue
    try {
      // Inserted first, so that of two hosts starting at once the second fails here.
      await database.writeExclusively(
        { sql: 'INSERT INTO migrations (number) VALUES (?)', params: [number] },
        ...statements.map(statement),
      )
    } catch (cause) {
      if (!(await isDone(database, number))) throw cause
    }
  }
}

export async function isMigrated(database: Database): Promise<boolean> {
  return isDone(database, MIGRATIONS.length)
}

export async function ping(database: Database): Promise<void> {
  await isDone(database, 1)
}

async function isDone(database: Database, number: number): Promise<boolean> {
  const rows = await database.read({
    sql: 'SELECT number FROM migrations WHERE number = ?',
    params: [number],
  })
  return rows.length > 0
}

function statement(sql: string): Statement {
  return { sql, params: [] }
}
