import type { Log } from '../http/log'
import { type Database, type Dialect, fixedSql, type Statement, sql } from './database'

const COUNT_NOTES = `UPDATE users SET
  notes_count = (SELECT count(*) FROM notes WHERE user_id = users.id),
  notes_bytes = (SELECT coalesce(sum(${bytesOf('notes')}), 0) FROM notes WHERE user_id = users.id)`

const TRASH = [
  'ALTER TABLE users ADD COLUMN trash_count BIGINT NOT NULL DEFAULT 0',
  'ALTER TABLE users ADD COLUMN trash_bytes BIGINT NOT NULL DEFAULT 0',
  `CREATE TABLE trash (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    deleted_at BIGINT NOT NULL,
    title TEXT NOT NULL,
    content TEXT NOT NULL
  )`,
  'CREATE INDEX trash_of_user ON trash (user_id, version)',
  'CREATE INDEX trash_by_age ON trash (deleted_at)',
]

const CREATED_VERSION = ['notes', 'trash'].map(
  (table) => `ALTER TABLE ${table} ADD COLUMN created_version BIGINT`,
)

/** `saved_at` is the time of a note's text while its version is `restored_version`; otherwise the version is that time. */
const VERSIONS = [
  'ALTER TABLE users ADD COLUMN versions_bytes BIGINT NOT NULL DEFAULT 0',
  'ALTER TABLE notes ADD COLUMN kept_at BIGINT',
  'ALTER TABLE notes ADD COLUMN restored_version BIGINT',
  'ALTER TABLE notes ADD COLUMN saved_at BIGINT',
  'ALTER TABLE trash ADD COLUMN saved_at BIGINT',
  `CREATE TABLE versions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    note_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    title TEXT NOT NULL,
    content TEXT NOT NULL,
    saved_at BIGINT NOT NULL,
    kept_at BIGINT NOT NULL
  )`,
  'CREATE INDEX versions_of_note ON versions (note_id, version)',
  'CREATE INDEX versions_of_user ON versions (user_id, kept_at)',
]

/** Last step of a delete, a restore and an erasure, whichever release of the host does it. */
function followNote(ofUser: string): string[] {
  return [
    `UPDATE notes SET kept_at = (SELECT max(kept_at) FROM versions WHERE note_id = OLD.id${ofUser}) WHERE id = OLD.id${ofUser}`,
    `DELETE FROM versions WHERE note_id = OLD.id${ofUser}
    AND NOT EXISTS (SELECT 1 FROM notes WHERE id = OLD.id${ofUser}) AND NOT EXISTS (SELECT 1 FROM trash WHERE id = OLD.id${ofUser})`,
  ]
}

const KEEP_VERSION: Trigger = {
  name: 'keep_version',
  event: 'UPDATE OF kept_at ON notes',
  condition: 'NEW.version <> OLD.version AND NEW.kept_at IS DISTINCT FROM OLD.kept_at',
  statements: [
    `INSERT INTO versions (id, user_id, note_id, version, title, content, saved_at, kept_at)
    VALUES (OLD.id || '.' || OLD.version, OLD.user_id, OLD.id, OLD.version, OLD.title, OLD.content,
      coalesce(CASE OLD.restored_version WHEN OLD.version THEN OLD.saved_at END, OLD.version), NEW.kept_at)`,
  ],
}

/** Distributed databases refuse a CASE with a value after it. */
const KEEP_VERSION_SEARCHED: Trigger = {
  ...KEEP_VERSION,
  statements: KEEP_VERSION.statements.map((statement) =>
    statement.replace(
      'CASE OLD.restored_version WHEN OLD.version',
      'CASE WHEN OLD.restored_version = OLD.version',
    ),
  ),
}

const VERSION_TRIGGERS: Trigger[] = [...countingVersions(''), ...followingNotes('')]

/** From here on `versions_bytes` counts 300 bytes for each row, too. */
const COUNTED_VERSIONS = countingVersions(' + 300')

/** From here on each statement of a trigger names the user. */
const OF_USER = ' AND user_id = OLD.user_id'
const TRIGGERS_OF_USER = [...countingVersions(' + 300', OF_USER), ...followingNotes(OF_USER)]

const COUNT_VERSION_ROWS = `UPDATE users SET versions_bytes = versions_bytes
  + 300 * (SELECT count(*) FROM versions WHERE user_id = users.id)`

/** Directory of the addresses. Until 1.3: the triggers enter what hosts of 1.0.0 register. */
const EMAILS = 'CREATE TABLE emails (email TEXT PRIMARY KEY, user_id TEXT NOT NULL)'
const EMAIL_TRIGGERS: Trigger[] = [
  {
    name: 'enter_email',
    event: 'INSERT ON users',
    statements: [
      'INSERT INTO emails (email, user_id) VALUES (NEW.email, NEW.id) ON CONFLICT (email) DO NOTHING',
    ],
  },
  {
    name: 'remove_email',
    event: 'DELETE ON users',
    statements: ['DELETE FROM emails WHERE email = OLD.email AND user_id = OLD.id'],
  },
]
const ENTER_EMAILS = 'INSERT INTO emails (email, user_id) SELECT email, id FROM users'

/** Applied once each, in this order. A released migration never changes. */
const MIGRATIONS: (string[] | Record<Dialect, string[]>)[] = [
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
  [
    'ALTER TABLE users ADD COLUMN notes_count BIGINT NOT NULL DEFAULT 0',
    'ALTER TABLE users ADD COLUMN notes_bytes BIGINT NOT NULL DEFAULT 0',
    'ALTER TABLE sessions ADD COLUMN created_at BIGINT',
    'UPDATE sessions SET created_at = last_used_at',
    `CREATE TABLE login_addresses (
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      address_hash TEXT NOT NULL,
      last_login_at BIGINT NOT NULL,
      PRIMARY KEY (user_id, address_hash)
    )`,
  ],
  {
    sqlite: [...['INSERT', 'DELETE', 'UPDATE'].map((event) => countingTrigger('notes', event)), COUNT_NOTES],
    postgres: [
      // The order in which a write locks them, so that neither waits for the other.
      'LOCK TABLE users, notes IN SHARE ROW EXCLUSIVE MODE',
      `CREATE FUNCTION count_notes() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        notes_added BIGINT := 0;
        bytes_added BIGINT := 0;
      BEGIN
        IF TG_OP <> 'DELETE' THEN
          notes_added := 1;
          bytes_added := ${bytesOf('NEW')};
        END IF;
        IF TG_OP <> 'INSERT' THEN
          notes_added := notes_added - 1;
          bytes_added := bytes_added - (${bytesOf('OLD')});
        END IF;
        UPDATE users SET notes_count = notes_count + notes_added, notes_bytes = notes_bytes + bytes_added
          WHERE id = CASE TG_OP WHEN 'DELETE' THEN OLD.user_id ELSE NEW.user_id END;
        RETURN NULL;
      END
      $$`,
      `CREATE TRIGGER count_notes AFTER INSERT OR UPDATE OR DELETE ON notes
        FOR EACH ROW EXECUTE FUNCTION count_notes()`,
      COUNT_NOTES,
    ],
  },
  {
    sqlite: [
      'DROP TRIGGER count_on_insert',
      'DROP TRIGGER count_on_update',
      ...['INSERT', 'UPDATE'].map((event) =>
        countingTrigger('notes', event, ', notes_version = max(notes_version, NEW.version)'),
      ),
    ],
    postgres: [countNotes()],
  },
  {
    sqlite: [...TRASH, ...['INSERT', 'DELETE', 'UPDATE'].map((event) => countingTrigger('trash', event))],
    postgres: [
      ...TRASH,
      `CREATE FUNCTION count_trash() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP <> 'DELETE' THEN
          UPDATE users SET trash_count = trash_count + 1, trash_bytes = trash_bytes + ${bytesOf('NEW')}
            WHERE id = NEW.user_id;
        END IF;
        IF TG_OP <> 'INSERT' THEN
          UPDATE users SET trash_count = trash_count - 1, trash_bytes = trash_bytes - (${bytesOf('OLD')})
            WHERE id = OLD.user_id;
        END IF;
        RETURN NULL;
      END
      $$`,
      `CREATE TRIGGER count_trash AFTER INSERT OR UPDATE OR DELETE ON trash
        FOR EACH ROW EXECUTE FUNCTION count_trash()`,
    ],
  },
  ['ALTER TABLE sessions ADD COLUMN client TEXT'],
  // Version of a note when a key created it. Notes that hosts of the previous release delete or restore lose it.
  {
    sqlite: CREATED_VERSION,
    // Waits for the writes under way, which lock the two tables in different orders.
    postgres: ['LOCK TABLE users IN EXCLUSIVE MODE', ...CREATED_VERSION],
  },
  [
    'ALTER TABLE reset_links ADD COLUMN previous_hash TEXT',
    'ALTER TABLE reset_links ADD COLUMN previous_is_mailed INTEGER',
    'ALTER TABLE reset_links ADD COLUMN previous_expires_at BIGINT',
    'CREATE INDEX reset_links_by_previous ON reset_links (previous_hash)',
  ],
  {
    sqlite: [...VERSIONS, ...[KEEP_VERSION, ...VERSION_TRIGGERS].map(sqliteTrigger)],
    postgres: [
      'LOCK TABLE users IN EXCLUSIVE MODE',
      ...VERSIONS,
      ...VERSION_TRIGGERS.flatMap(postgresTrigger),
      countNotes(`IF ${KEEP_VERSION.condition} THEN ${KEEP_VERSION.statements}; END IF;`),
    ],
  },
  [
    'ALTER TABLE users ADD COLUMN confirm_by BIGINT NOT NULL DEFAULT 0',
    'CREATE INDEX users_to_confirm ON users (confirm_by) WHERE confirm_by > 0',
  ],
  // Its one row starts at the last use that is known, as the clock may be wrong at this very start.
  [
    'CREATE TABLE purge_clock (id INTEGER PRIMARY KEY, purged_at BIGINT NOT NULL)',
    `INSERT INTO purge_clock (id, purged_at)
      SELECT 1, last_used_at FROM sessions ORDER BY last_used_at DESC LIMIT 1`,
  ],
  {
    sqlite: [
      ...COUNTED_VERSIONS.flatMap((trigger) => [`DROP TRIGGER ${trigger.name}`, sqliteTrigger(trigger)]),
      COUNT_VERSION_ROWS,
    ],
    postgres: [
      'LOCK TABLE users IN EXCLUSIVE MODE',
      ...COUNTED_VERSIONS.map(postgresFunction),
      COUNT_VERSION_ROWS,
    ],
  },
  [
    'CREATE INDEX sessions_by_use ON sessions (last_used_at)',
    'CREATE INDEX login_addresses_by_use ON login_addresses (last_login_at)',
  ],
  {
    sqlite: [
      ...[KEEP_VERSION_SEARCHED, ...TRIGGERS_OF_USER].flatMap((trigger) => [
        `DROP TRIGGER ${trigger.name}`,
        sqliteTrigger(trigger),
      ]),
      'CREATE INDEX limits_by_expiry ON limits (expire)',
    ],
    postgres: [
      'LOCK TABLE users IN EXCLUSIVE MODE',
      ...TRIGGERS_OF_USER.map(postgresFunction),
      countNotes(`IF ${KEEP_VERSION.condition} THEN ${KEEP_VERSION_SEARCHED.statements}; END IF;`),
      'CREATE INDEX limits_by_expiry ON limits (expire)',
    ],
  },
  // From the triggers to the end of the transaction, other hosts of PostgreSQL cannot write users.
  {
    sqlite: [EMAILS, ...EMAIL_TRIGGERS.map(sqliteTrigger), ENTER_EMAILS],
    postgres: [EMAILS, ...EMAIL_TRIGGERS.flatMap(postgresTrigger), ENTER_EMAILS],
  },
]

function bytesOf(row: string): string {
  return `octet_length(${row}.title) + octet_length(${row}.content)`
}

function countingTrigger(table: 'notes' | 'trash', event: string, version = ''): string {
  const name = table === 'notes' ? 'count_on' : 'count_trash_on'
  const count = { INSERT: '+ 1', DELETE: '- 1' }[event] ?? ''
  const added = event === 'DELETE' ? '' : `+ ${bytesOf('NEW')}`
  const removed = event === 'INSERT' ? '' : `- (${bytesOf('OLD')})`
  return `CREATE TRIGGER ${name}_${event.toLowerCase()} AFTER ${event} ON ${table} BEGIN
    UPDATE users SET ${table}_count = ${table}_count ${count}, ${table}_bytes = ${table}_bytes ${added} ${removed}${version}
      WHERE id = ${event === 'INSERT' ? 'NEW' : 'OLD'}.user_id;
  END`
}

/** `afterUpdate` runs in this trigger: PostgreSQL needs 10 µs an edit for the condition of another one. */
function countNotes(afterUpdate = ''): string {
  return `CREATE OR REPLACE FUNCTION count_notes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        UPDATE users SET notes_count = notes_count + 1, notes_bytes = notes_bytes + ${bytesOf('NEW')},
          notes_version = greatest(notes_version, NEW.version) WHERE id = NEW.user_id;
      ELSIF TG_OP = 'UPDATE' THEN
        UPDATE users SET notes_bytes = notes_bytes + ${bytesOf('NEW')} - (${bytesOf('OLD')}),
          notes_version = greatest(notes_version, NEW.version) WHERE id = NEW.user_id;
        ${afterUpdate}
      ELSE
        UPDATE users SET notes_count = notes_count - 1, notes_bytes = notes_bytes - (${bytesOf('OLD')})
          WHERE id = OLD.user_id;
      END IF;
      RETURN NULL;
    END
    $$`
}

function followingNotes(ofUser: string): Trigger[] {
  const statements = followNote(ofUser)
  return [
    { name: 'versions_follow_note', event: 'DELETE ON notes', statements },
    { name: 'versions_follow_deleted_note', event: 'DELETE ON trash', statements },
  ]
}

function countingVersions(rowBytes: string, ofUser = ''): Trigger[] {
  return [
    {
      name: 'count_kept_version',
      event: 'INSERT ON versions',
      statements: [
        `UPDATE users SET versions_bytes = versions_bytes + ${bytesOf('NEW')}${rowBytes} WHERE id = NEW.user_id`,
      ],
    },
    {
      name: 'count_ended_version',
      event: 'DELETE ON versions',
      statements: [
        `UPDATE users SET versions_bytes = versions_bytes - (${bytesOf('OLD')}${rowBytes}) WHERE id = OLD.user_id`,
        `UPDATE notes SET kept_at = NULL WHERE id = OLD.note_id${ofUser}
        AND NOT EXISTS (SELECT 1 FROM versions WHERE note_id = OLD.note_id${ofUser})`,
      ],
    },
  ]
}

type Trigger = { name: string; event: string; condition?: string; statements: string[] }

function sqliteTrigger({ name, event, condition = '1', statements }: Trigger): string {
  return `CREATE TRIGGER ${name} AFTER ${event} WHEN ${condition} BEGIN ${statements.join('; ')}; END`
}

function postgresTrigger({ name, event, condition = 'true', statements }: Trigger): string[] {
  return [
    postgresFunction({ name, statements }),
    `CREATE TRIGGER ${name} AFTER ${event} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION ${name}()`,
  ]
}

function postgresFunction({ name, statements }: Pick<Trigger, 'name' | 'statements'>): string {
  return `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      ${statements.join(';\n')};
      RETURN NULL;
    END
    $$`
}

type Options = {
  /** Called before the first pending migration of a database that has been used. */
  before?: () => Promise<void>
  log?: Log
}

/** Runs all that is pending in one transaction: a start that is killed leaves nothing half migrated. */
export async function migrate(database: Database, { before, log }: Options = {}): Promise<void> {
  await database.writeExclusively(sql`CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY)`)
  const pending = await pendingIn(database)
  const [first] = pending
  if (first === undefined) return
  if (first > 1) await before?.()
  const start = performance.now()
  try {
    await database.writeExclusively(...pending.flatMap((number) => statementsOf(number, database.dialect)))
    const ms = Math.round(performance.now() - start)
    if (first > 1) log?.info({ event: 'database.migrated', from: first - 1, to: MIGRATIONS.length, ms })
  } catch (cause) {
    // Another host that started at the same time may have migrated it.
    if ((await pendingIn(database)).length > 0) throw cause
  }
}

async function pendingIn(database: Database): Promise<number[]> {
  const done = new Set(
    (await database.read(sql`SELECT number FROM migrations`)).map(({ number }) => Number(number)),
  )
  return MIGRATIONS.map((_, index) => index + 1).filter((number) => !done.has(number))
}

/** The number is inserted first, so that of two hosts starting at once the second fails there. */
function statementsOf(number: number, dialect: Dialect): Statement[] {
  const migration = MIGRATIONS[number - 1] ?? []
  const statements = Array.isArray(migration) ? migration : migration[dialect]
  return [sql`INSERT INTO migrations (number) VALUES (${number})`, ...statements.map(fixedSql)]
}

/** Whether it has the migration of that number; by default, the last one. Throws if it has no table of migrations. */
export async function isMigrated(database: Database, number = MIGRATIONS.length): Promise<boolean> {
  const rows = await database.read(sql`SELECT number FROM migrations WHERE number = ${number}`)
  return rows.length > 0
}

/** Whether a host has been started on it. Throws as `isMigrated` does. */
export function isUsed(database: Database): Promise<boolean> {
  return isMigrated(database, 1)
}
