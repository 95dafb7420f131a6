import type { Database, Statement } from './database'
import { deleteResetLinks } from './reset-links'
import { deleteSessions } from './sessions'
import { NO_PASSWORD } from './users'

type Identity = { issuer: string; subject: string }

type NewUser = { id: string; userName: string; email: string; isEmailVerified: boolean; now: number }

export async function findUserByIdentity(
  database: Database,
  { issuer, subject }: Identity,
): Promise<string | undefined> {
  const [row] = await database.read({
    sql: 'SELECT user_id FROM identities WHERE issuer = ? AND subject = ?',
    params: [issuer, subject],
  })
  return row && String(row.user_id)
}

export async function createIdentifiedUser(
  database: Database,
  identity: Identity,
  user: NewUser,
): Promise<boolean> {
  const [, rows = []] = await database.write(
    {
      sql: `INSERT INTO users (id, user_name, email, password_hash, notes_version, created_at, is_email_proved)
        VALUES (?, ?, ?, ?, 0, ?, ?) ON CONFLICT (email) DO NOTHING`,
      params: [user.id, user.userName, user.email, NO_PASSWORD, user.now, Number(user.isEmailVerified)],
    },
    identityOf(user.id, identity),
  )
  return rows.length > 0
}

/** Removes password, sessions and links of an unverified account, which a stranger may have registered. */
export async function linkIdentity(
  database: Database,
  identity: Identity,
  { id, isEmailVerified }: { id: string; isEmailVerified: boolean },
): Promise<void> {
  const takeover: Statement[] = [
    {
      sql: 'UPDATE users SET password_hash = ?, is_email_proved = 1 WHERE id = ?',
      params: [NO_PASSWORD, id],
    },
    ...deleteSessions(id),
    deleteResetLinks(id),
  ]
  await database.write(...(isEmailVerified ? [] : takeover), identityOf(id, identity))
}

function identityOf(userId: string, { issuer, subject }: Identity): Statement {
  return {
    sql: `INSERT INTO identities (issuer, subject, user_id) SELECT ?, ?, id FROM users WHERE id = ?
      ON CONFLICT (issuer, subject) DO NOTHING RETURNING user_id`,
    params: [issuer, subject, userId],
  }
}
