import { type Registration, trimEmail } from '@/lib/domain/credentials'
import { restSince } from '../pace/yield-to-others'
import { type Database, fixedSql, lockUser, type Statement, severalWrites, sql } from './database'
import { hasSession, isLiving } from './sessions'

export type NewUser = Omit<Registration, 'password'> & {
  id: string
  passwordHash: string
  isEmailVerified?: boolean
  /** When the account is deleted unless its address has been proved by then, in milliseconds since 1970. */
  confirmBy?: number
  now: number
}

export type User = NonNullable<Awaited<ReturnType<typeof findUserById>>>

export const NO_PASSWORD = ''

/** Lowercases ASCII only: `toLowerCase` makes the Kelvin sign a 'k', and an invalid email equal to a valid one. */
export function accountEmail(email: string): string {
  return trimEmail(email).replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

export async function createUser(database: Database, user: NewUser): Promise<boolean> {
  const [, rows = []] = await database.write(...insertUser(user))
  return rows.length > 0
}

/** Enters the email in the directory, whose key alone keeps it unique on several servers. The second statement returns a row if it was free. */
export function insertUser(user: NewUser): [Statement, Statement] {
  const { id, userName, email, passwordHash, isEmailVerified = false, confirmBy = 0, now } = user
  return [
    sql`INSERT INTO emails (email, user_id) VALUES (${email}, ${id}) ON CONFLICT (email) DO NOTHING`,
    sql`INSERT INTO users
        (id, user_name, email, password_hash, notes_version, created_at, is_email_proved, confirm_by)
      SELECT ${id}, ${userName}, email, ${passwordHash}, 0, ${now}, ${Number(isEmailVerified)}, ${confirmBy}
      FROM emails WHERE email = ${email} AND user_id = ${id} RETURNING id`,
  ]
}

/** Reads the user for an unknown email, too, which then takes as long. */
export async function findUserByEmail(database: Database, email: string) {
  return findUserById(database, await userIdOf(database, email))
}

async function userIdOf(database: Database, email: string): Promise<string> {
  const [row] = await database.read(sql`SELECT user_id FROM emails WHERE email = ${email}`)
  return String(row?.user_id ?? '')
}

export async function findUserById(database: Database, id: string) {
  const [user] = await database.read(
    sql`SELECT id, email, user_name, password_hash, is_email_proved FROM users WHERE id = ${id}`,
  )
  return (
    user && {
      id: String(user.id),
      email: String(user.email),
      userName: String(user.user_name),
      /** Undefined for an account without a password, which signs in with a provider. */
      passwordHash: user.password_hash === NO_PASSWORD ? undefined : String(user.password_hash),
      isEmailVerified: Number(user.is_email_proved) === 1,
    }
  )
}

export async function listUsers(database: Database, now: number) {
  const users = sql`SELECT id, email, user_name, created_at,
        notes_count AS notes,
        (SELECT count(*) FROM sessions WHERE user_id = users.id AND ${isLiving(now)}) AS sessions,
        (SELECT max(last_used_at) FROM sessions WHERE user_id = users.id) AS last_used_at
      FROM users ORDER BY email`
  // There may be millions. A read of PostgreSQL has the time of a request, and a write of SQLite would hold up the host.
  const [rows = []] =
    database.dialect === 'sqlite' ? [await database.read(users)] : await database.writeExclusively(users)
  return rows.map((row) => ({
    id: String(row.id),
    email: String(row.email),
    userName: String(row.user_name),
    createdAt: Number(row.created_at),
    notes: Number(row.notes),
    sessions: Number(row.sessions),
    lastUsedAt: row.last_used_at === null ? undefined : Number(row.last_used_at),
  }))
}

/** Until 1.3: a password set on a node of 1.0.0, which leaves `confirm_by` as it is, confirms too. */
const UNCONFIRMED = fixedSql(`confirm_by > 0 AND password_hash = '${NO_PASSWORD}' AND is_email_proved = 0`)

type UnconfirmedUser = Omit<NewUser, 'passwordHash'> & { confirmBy: number }

/** Creates the account, or gives an unconfirmed one with that email the new name and time. Resolves to its id; undefined if the email has another account. */
export async function registerUnconfirmed(
  database: Database,
  user: UnconfirmedUser,
): Promise<string | undefined> {
  const { userName, email, confirmBy } = user
  if (await createUser(database, { ...user, passwordHash: NO_PASSWORD })) return user.id
  const userId = await userIdOf(database, email)
  const [[row] = []] = await database.write(
    sql`UPDATE users SET user_name = ${userName}, confirm_by = ${confirmBy}
      WHERE id = ${userId} AND ${UNCONFIRMED} RETURNING id`,
  )
  return row && String(row.id)
}

/** Spares accounts that have a link which can still be used. */
export async function deleteUnconfirmedUsers(
  database: Database,
  now: number,
  signal: AbortSignal,
): Promise<void> {
  const isPast = (userId: Statement) => sql`${UNCONFIRMED} AND confirm_by < ${now}
    AND NOT EXISTS (SELECT 1 FROM reset_links WHERE user_id = ${userId} AND expires_at > ${now})`
  const users = await database.read(sql`SELECT id, email FROM users WHERE ${isPast(fixedSql('users.id'))}`)
  for (const row of users) {
    if (signal.aborted) return
    const start = performance.now()
    const [id, email] = [String(row.id), String(row.email)]
    await database.write(...removeUser(database, { id, email }, sql`AND ${isPast(sql`${id}`)}`))
    await restSince(start)
  }
}

export async function replacePasswordHash(
  database: Database,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await database.write(
    sql`UPDATE users SET password_hash = ${to} WHERE id = ${userId} AND password_hash = ${from}`,
  )
}

type Confirmed = { tokenHash: string; passwordHash: string | undefined }

type NewPassword = {
  userId: string
  passwordHash: string
  condition?: Statement
  isEmailProved?: boolean
  except?: string
}

const NOTES_PER_WRITE = 200
const LIMIT_WRITE = fixedSql(`LIMIT ${NOTES_PER_WRITE}`)

/** Sets a password and ends sessions, login codes and links. The first statement returns a row if the condition holds. */
export function setPassword(password: NewPassword): Statement[] {
  const { userId, passwordHash, condition = fixedSql(''), isEmailProved = false, except = '' } = password
  // False if the condition did not hold: the user then has another hash.
  const isSet = sql`user_id = ${userId}
    AND EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND password_hash = ${passwordHash})`
  return [
    sql`UPDATE users SET password_hash = ${passwordHash},
        is_email_proved = CASE WHEN is_email_proved = 1 THEN 1 ELSE ${Number(isEmailProved)} END
      WHERE id = ${userId} ${condition} RETURNING id`,
    sql`DELETE FROM sessions WHERE ${isSet} AND token_hash <> ${except}`,
    sql`DELETE FROM sign_in_codes WHERE ${isSet}`,
    sql`DELETE FROM reset_links WHERE ${isSet}`,
  ]
}

/** Returns false if the session has ended or the password has changed since it was checked. */
export async function changePassword(
  database: Database,
  userId: string,
  passwordHash: string,
  confirmed?: Confirmed,
): Promise<boolean> {
  const [, rows = []] = await database.write(
    lockUser(database, userId),
    ...setPassword({
      userId,
      passwordHash,
      condition: isConfirmed(userId, confirmed),
      except: confirmed?.tokenHash,
    }),
  )
  return rows.length > 0
}

/** Stops, and returns false, once the session has ended or the password has changed. */
export async function deleteUser(
  database: Database,
  userId: string,
  confirmed?: Confirmed,
): Promise<boolean> {
  const user = await findUserById(database, userId)
  if (!user) return false
  const condition = isConfirmed(userId, confirmed)
  // Locks the user first, as other writes do. The deletion may stop after any batch: the list must not be taken for the one before.
  const renewList = sql`UPDATE users SET notes_version = notes_version + 1 WHERE id = ${userId}`
  return severalWrites(async () => {
    for (const table of [fixedSql('versions'), fixedSql('notes'), fixedSql('trash')]) {
      const batch = sql`DELETE FROM ${table} WHERE user_id = ${userId} AND id IN (
          SELECT id FROM ${table} WHERE user_id = ${userId} ${condition} ${LIMIT_WRITE}
        ) RETURNING id`
      for (let isLast = false; !isLast; ) {
        const start = performance.now()
        const [, deleted = []] = await database.write(renewList, batch)
        isLast = deleted.length < NOTES_PER_WRITE
        if (!isLast) await restSince(start)
      }
    }
    const [, rows = []] = await database.write(...removeUser(database, user, condition))
    return rows.length > 0
  })
}

/** The second statement returns a row if the condition holds. Foreign keys cascade from the user, except to what lies on other servers. */
function removeUser(
  database: Database,
  { id, email }: { id: string; email: string },
  condition: Statement,
): Statement[] {
  const isGone = sql`NOT EXISTS (SELECT 1 FROM users WHERE id = ${id})`
  return [
    lockUser(database, id),
    sql`DELETE FROM users WHERE id = ${id} ${condition} RETURNING id`,
    sql`DELETE FROM emails WHERE email = ${email} AND user_id = ${id} AND ${isGone}`,
    sql`DELETE FROM identities WHERE user_id = ${id} AND ${isGone}`,
  ]
}

/** SQL that begins with AND; empty where nothing has to be confirmed. */
function isConfirmed(userId: string, confirmed: Confirmed | undefined): Statement {
  if (!confirmed) return fixedSql('')
  const { tokenHash, passwordHash = NO_PASSWORD } = confirmed
  return sql`AND ${hasSession(userId, tokenHash)}
    AND EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND password_hash = ${passwordHash})`
}
