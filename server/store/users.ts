import type { Registration } from '@/lib/domain/credentials'
import { type Database, type Statement, sql } from './database'
import { isLiving } from './sessions'

export type NewUser = Omit<Registration, 'password'> & {
  id: string
  passwordHash: string
  isEmailVerified?: boolean
  now: number
}

export type User = NonNullable<Awaited<ReturnType<typeof findUser>>>

export const NO_PASSWORD = ''

export async function createUser(database: Database, user: NewUser): Promise<boolean> {
  const [rows = []] = await database.write(insertUser(user))
  return rows.length > 0
}

export function insertUser(user: NewUser): Statement {
  const { id, userName, email, passwordHash, isEmailVerified = false, now } = user
  return sql`INSERT INTO users (id, user_name, email, password_hash, notes_version, created_at, is_email_proved)
    VALUES (${id}, ${userName}, ${email}, ${passwordHash}, 0, ${now}, ${Number(isEmailVerified)})
    ON CONFLICT (email) DO NOTHING RETURNING id`
}

export function findUserByEmail(database: Database, email: string) {
  return findUser(database, sql`email = ${email}`)
}

export function findUserById(database: Database, id: string) {
  return findUser(database, sql`id = ${id}`)
}

async function findUser(database: Database, condition: Statement) {
  const [user] = await database.read(
    sql`SELECT id, email, user_name, password_hash, is_email_proved FROM users WHERE ${condition}`,
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
  const rows = await database.read(
    sql`SELECT email, user_name, created_at,
        notes_count AS notes,
        (SELECT count(*) FROM sessions WHERE user_id = users.id AND ${isLiving(now)}) AS sessions,
        (SELECT max(last_used_at) FROM sessions WHERE user_id = users.id) AS last_used_at
      FROM users ORDER BY email`,
  )
  return rows.map((row) => ({
    email: String(row.email),
    userName: String(row.user_name),
    createdAt: Number(row.created_at),
    notes: Number(row.notes),
    sessions: Number(row.sessions),
    lastUsedAt: row.last_used_at === null ? undefined : Number(row.last_used_at),
  }))
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
