import type { Database, Statement } from './database'
import { lockUser } from './lock-user'
import { rememberAddress } from './login-addresses'
import { type StoredNote, storedNote } from './notes'

const DAY_MS = 24 * 60 * 60 * 1000

const UNUSED_LIFETIME_MS = 30 * DAY_MS
const LIFETIME_MS = 180 * DAY_MS

const MAX_SESSIONS = 50

/** Length of an empty note in a list. */
const EMPTY_NOTE_BYTES = 72

export type Session = {
  userId: string
  notesVersion: number
  /** About the length of the list of notes, as JSON in UTF-8. */
  listBytes: number
  /** True once a day. */
  needsTouch: boolean
  note: StoredNote | undefined
}

type NewSession = {
  tokenHash: string
  userId: string
  /** The session starts only if the user still has it. */
  passwordHash?: string
  /** From which the user logs in. */
  network: string
  /** Browser and system; empty if they are unknown. */
  client: string
  now: number
}

export type ListedSession = { tokenHash: string; createdAt: number; lastUsedAt: number; client: string }

/** Ends expired sessions, and the oldest above the limit. False if the user is gone or has another password hash. */
export async function createSession(database: Database, session: NewSession): Promise<boolean> {
  const { tokenHash, userId, passwordHash, network, client, now } = session
  const isChecked = passwordHash !== undefined
  const [, rows = []] = await database.write(
    lockUser(database, userId),
    {
      sql: `INSERT INTO sessions (token_hash, user_id, last_used_at, created_at, client)
        SELECT ?, id, ?, ?, ? FROM users WHERE id = ?${isChecked ? ' AND password_hash = ?' : ''}
        RETURNING user_id`,
      params: [tokenHash, now, now, client, userId, ...(isChecked ? [passwordHash] : [])],
    },
    {
      sql: `DELETE FROM sessions WHERE user_id = ? AND token_hash <> ? AND token_hash NOT IN (
          SELECT token_hash FROM sessions WHERE user_id = ? AND token_hash <> ? AND ${IS_LIVING}
          ORDER BY coalesce(created_at, last_used_at) DESC LIMIT ${MAX_SESSIONS - 1}
        ) AND ${HAS_SESSION}`,
      params: [userId, tokenHash, userId, tokenHash, ...livingAt(now), tokenHash, userId],
    },
    ...rememberAddress(session, network, now),
  )
  return rows.length > 0
}

/** Sessions of a host of the release before have no `created_at` until they are touched. */
export const IS_LIVING =
  'sessions.last_used_at > ? AND coalesce(sessions.created_at, sessions.last_used_at) > ?'

/** Parameters of IS_LIVING. */
export function livingAt(now: number): [number, number] {
  return [now - UNUSED_LIFETIME_MS, now - LIFETIME_MS]
}

const SESSION =
  'users.id AS user_id, users.notes_version, users.notes_count, users.notes_bytes, sessions.last_used_at'
const OF_TOKEN = `WHERE sessions.token_hash = ? AND ${IS_LIVING}`

export async function findSession(
  database: Database,
  { tokenHash, now, noteId }: { tokenHash: string; now: number; noteId?: string | undefined },
): Promise<Session | undefined> {
  const ofToken = [tokenHash, ...livingAt(now)]
  const [row] = await database.read(
    noteId === undefined
      ? {
          sql: `SELECT ${SESSION} FROM sessions JOIN users ON users.id = sessions.user_id ${OF_TOKEN}`,
          params: ofToken,
        }
      : {
          sql: `SELECT ${SESSION}, notes.id, notes.title, notes.content, notes.version
            FROM sessions JOIN users ON users.id = sessions.user_id
            LEFT JOIN notes ON notes.id = ? AND notes.user_id = users.id ${OF_TOKEN}`,
          params: [noteId, ...ofToken],
        },
  )
  return (
    row && {
      userId: String(row.user_id),
      notesVersion: Number(row.notes_version),
      listBytes: Number(row.notes_bytes) + Number(row.notes_count) * EMPTY_NOTE_BYTES,
      needsTouch: Number(row.last_used_at) <= now - DAY_MS,
      note: typeof row.id === 'string' ? storedNote(row) : undefined,
    }
  )
}

export async function touchSession(database: Database, tokenHash: string, now: number): Promise<void> {
  await database.write({
    sql: 'UPDATE sessions SET last_used_at = ?, created_at = coalesce(created_at, ?) WHERE token_hash = ?',
    params: [now, now, tokenHash],
  })
}

export async function listSessions(
  database: Database,
  userId: string,
  now: number,
): Promise<ListedSession[]> {
  const rows = await database.read({
    sql: `SELECT token_hash, coalesce(created_at, last_used_at) AS created_at, last_used_at, client
      FROM sessions WHERE user_id = ? AND ${IS_LIVING}`,
    params: [userId, ...livingAt(now)],
  })
  return rows.map((row) => ({
    tokenHash: String(row.token_hash),
    createdAt: Number(row.created_at),
    lastUsedAt: Number(row.last_used_at),
    client: String(row.client ?? ''),
  }))
}

export const HAS_SESSION = 'EXISTS (SELECT 1 FROM sessions WHERE token_hash = ? AND user_id = ?)'

/** `by` is the token hash of the session that asks. False if either session has ended already. */
export async function endSession(
  database: Database,
  userId: string,
  { tokenHash, by }: { tokenHash: string; by: string },
): Promise<boolean> {
  const [, rows = []] = await database.write(lockUser(database, userId), {
    sql: `DELETE FROM sessions WHERE token_hash = ? AND user_id = ? AND ${HAS_SESSION} RETURNING user_id`,
    params: [tokenHash, userId, by, userId],
  })
  return rows.length > 0
}

/** Includes login codes. False, and nothing ends, if the session that asks has ended already. */
export async function endOtherSessions(
  database: Database,
  userId: string,
  tokenHash: string,
): Promise<boolean> {
  const params = [userId, tokenHash, userId]
  const [, rows = []] = await database.write(
    lockUser(database, userId),
    { sql: 'SELECT 1 FROM sessions WHERE token_hash = ? AND user_id = ?', params: [tokenHash, userId] },
    { sql: `DELETE FROM sign_in_codes WHERE user_id = ? AND ${HAS_SESSION}`, params },
    {
      sql: `DELETE FROM sessions WHERE user_id = ? AND ${HAS_SESSION} AND token_hash <> ?`,
      params: [...params, tokenHash],
    },
  )
  return rows.length > 0
}

/** Includes login codes. */
export async function endAllSessions(database: Database): Promise<void> {
  await database.write(
    { sql: 'DELETE FROM sessions', params: [] },
    { sql: 'DELETE FROM sign_in_codes', params: [] },
  )
}

export async function endSessionsOfUser(database: Database, userId: string): Promise<void> {
  await database.write(...deleteSessions(userId))
}

/** Includes login codes. With a password hash, deletes only if the user has it; spares the session `except`. */
export function deleteSessions(userId: string, passwordHash?: string, except = ''): Statement[] {
  const isChecked = passwordHash !== undefined
  const user = isChecked ? '(SELECT id FROM users WHERE id = ? AND password_hash = ?)' : '?'
  const params = [userId, ...(isChecked ? [passwordHash] : [])]
  return [
    { sql: `DELETE FROM sessions WHERE user_id = ${user} AND token_hash <> ?`, params: [...params, except] },
    { sql: `DELETE FROM sign_in_codes WHERE user_id = ${user}`, params },
  ]
}
