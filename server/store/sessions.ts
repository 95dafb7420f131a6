import { DAY_MS } from '@/lib/domain/dates'
import { type Database, fixedSql, lockUser, type Row, type Statement, sql } from './database'
import { rememberAddress } from './login-addresses'
import { JOINED_NOTE_COLUMNS, joinedNote, joinNote, listBytesOf } from './notes'
import { ALL } from './stored-bytes'
import { ofUser, type TokenOf } from './tokens'

const UNUSED_LIFETIME_MS = 30 * DAY_MS
const LIFETIME_MS = 180 * DAY_MS

const MAX_SESSIONS = 50
const LIMIT_OTHERS = fixedSql(`LIMIT ${MAX_SESSIONS - 1}`)

export type Session = NonNullable<Awaited<ReturnType<typeof findSession>>>

type NewSession = {
  tokenHash: string
  userId: string
  /** The session starts only if the user still has it. */
  passwordHash: string
  network: string
  client: string
  now: number
}

/** Creates a session; ends expired ones and the oldest above the limit. Returns false if the user is gone or has another hash. */
export async function createSession(database: Database, session: NewSession): Promise<boolean> {
  const { tokenHash, userId, passwordHash, client, now } = session
  const [, rows = []] = await database.write(
    lockUser(database, userId),
    sql`INSERT INTO sessions (token_hash, user_id, last_used_at, created_at, client)
      SELECT ${tokenHash}, id, ${now}, ${now}, ${client} FROM users
      WHERE id = ${userId} AND password_hash = ${passwordHash} RETURNING user_id`,
    sql`DELETE FROM sessions WHERE user_id = ${userId} AND token_hash <> ${tokenHash} AND token_hash NOT IN (
        SELECT token_hash FROM sessions WHERE user_id = ${userId} AND token_hash <> ${tokenHash} AND ${isLiving(now)}
        ORDER BY coalesce(created_at, last_used_at) DESC ${LIMIT_OTHERS}
      ) AND ${hasSession(userId, tokenHash)}`,
    ...rememberAddress(session, hasSession(userId, tokenHash)),
  )
  return rows.length > 0
}

/** One used ahead of the clock lives until the purge: the clock may be behind. Until 1.3: those of 1.0.0 have no `created_at` until they are touched. */
export function isLiving(now: number): Statement {
  return sql`sessions.last_used_at > ${now - UNUSED_LIFETIME_MS}
    AND coalesce(sessions.created_at, sessions.last_used_at) > ${now - LIFETIME_MS}`
}

/** Sessions past `LIFETIME_MS` are unused a month later: nothing uses them meanwhile. */
export function isUnused(now: number): Statement {
  return sql`last_used_at <= ${now - UNUSED_LIFETIME_MS}`
}

type Asked = TokenOf & { now: number }

export async function findSession(database: Database, { tokenHash, userId, now }: Asked) {
  const [row] = await database.read(
    sql`SELECT users.id AS user_id, users.created_at AS user_created_at, sessions.created_at, notes_version, notes_count,
        trash_count, notes_bytes, versions_bytes, ${ALL} AS stored_bytes, last_used_at
      FROM sessions JOIN users ON users.id = sessions.user_id
      WHERE sessions.token_hash = ${tokenHash} ${ofUser('sessions.user_id', userId)} AND ${isLiving(now)}`,
  )
  return (
    row && {
      userId: String(row.user_id),
      userCreatedAt: Number(row.user_created_at),
      createdAt: Number(row.created_at),
      notesVersion: Number(row.notes_version),
      listBytes: listBytesOf(row),
      storedNotes: Number(row.notes_count) + Number(row.trash_count),
      storedBytes: Number(row.stored_bytes),
      versionsBytes: Number(row.versions_bytes),
      needsTouch: needsTouch(row, now),
    }
  )
}

export async function findSessionWithNote(
  database: Database,
  { tokenHash, userId, now }: Asked,
  noteId: string,
) {
  const [row] = await database.read(
    sql`SELECT sessions.user_id, last_used_at, ${JOINED_NOTE_COLUMNS} FROM sessions ${joinNote(noteId)}
      WHERE sessions.token_hash = ${tokenHash} ${ofUser('sessions.user_id', userId)} AND ${isLiving(now)}`,
  )
  return row && { userId: String(row.user_id), needsTouch: needsTouch(row, now), note: joinedNote(row) }
}

function needsTouch(row: Row, now: number): boolean {
  return Number(row.last_used_at) <= now - DAY_MS
}

type Writer = { userId: string; tokenHash: string; now: number; bytes: number }

/** SQL condition of a write: the session lives and needs no touch, and no versions have to give way above `bytes`. */
export function mayWrite({ userId, tokenHash, now, bytes }: Writer): Statement {
  return sql`AND EXISTS (
      SELECT 1 FROM sessions WHERE token_hash = ${tokenHash} AND user_id = ${userId}
        AND ${isLiving(now)} AND last_used_at > ${now - DAY_MS}
    ) AND (versions_bytes = 0 OR ${ALL} <= ${bytes})`
}

export async function touchSession(
  database: Database,
  { userId, tokenHash }: { userId: string; tokenHash: string },
  now: number,
): Promise<void> {
  await database.write(
    sql`UPDATE sessions SET last_used_at = ${now}, created_at = coalesce(created_at, ${now})
      WHERE token_hash = ${tokenHash} AND user_id = ${userId}`,
  )
}

export async function listSessions(database: Database, userId: string, now: number) {
  const rows = await database.read(
    sql`SELECT token_hash, coalesce(created_at, last_used_at) AS created_at, last_used_at, client
      FROM sessions WHERE user_id = ${userId} AND ${isLiving(now)}`,
  )
  return rows.map((row) => ({
    tokenHash: String(row.token_hash),
    createdAt: Number(row.created_at),
    lastUsedAt: Number(row.last_used_at),
    client: String(row.client ?? ''),
  }))
}

export function hasSession(userId: string, tokenHash: string): Statement {
  return sql`EXISTS (SELECT 1 FROM sessions WHERE token_hash = ${tokenHash} AND user_id = ${userId})`
}

/** Ends a session for the session with the token hash `by`. Returns false if either has ended already. */
export async function endSession(
  database: Database,
  userId: string,
  { tokenHash, by }: { tokenHash: string; by: string },
): Promise<boolean> {
  const [, rows = []] = await database.write(
    lockUser(database, userId),
    sql`DELETE FROM sessions WHERE token_hash = ${tokenHash} AND user_id = ${userId} AND ${hasSession(userId, by)}
      RETURNING user_id`,
  )
  return rows.length > 0
}

/** Ends login codes, too. Returns false, and ends nothing, if the session that asks has ended already. */
export async function endOtherSessions(
  database: Database,
  userId: string,
  tokenHash: string,
): Promise<boolean> {
  const isAsked = hasSession(userId, tokenHash)
  const [, rows = []] = await database.write(
    lockUser(database, userId),
    sql`SELECT 1 FROM sessions WHERE token_hash = ${tokenHash} AND user_id = ${userId}`,
    sql`DELETE FROM sign_in_codes WHERE user_id = ${userId} AND ${isAsked}`,
    sql`DELETE FROM sessions WHERE user_id = ${userId} AND ${isAsked} AND token_hash <> ${tokenHash}`,
  )
  return rows.length > 0
}

/** Ends all sessions and login codes; without a user, those of everybody. */
export async function endSessions(database: Database, userId?: string): Promise<void> {
  const ofUser = userId === undefined ? fixedSql('') : sql`WHERE user_id = ${userId}`
  // The sessions of all users may take longer than the time limit of a request.
  const write = userId === undefined ? database.writeExclusively : database.write
  await write(sql`DELETE FROM sessions ${ofUser}`, sql`DELETE FROM sign_in_codes ${ofUser}`)
}
