import type { Database, Statement } from './database'
import { deleteResetLinks } from './reset-links'
import { deleteSessions } from './sessions'
import { NO_PASSWORD } from './users'

/** Whom a provider knows somebody as. */
type Identity = { issuer: string; subject: string }

type NewUser = { id: string; userName: string; email: string; isEmailProved: boolean; now: number }

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

/** Makes a user without a password. False where that email has an account already. */
export async function createIdentifiedUser(
  database: Database,
  identity: Identity,
  user: NewUser,
): Promise<boolean> {
  const [, rows = []] = await database.write(
    {
      sql: `INSERT INTO users (id, user_name, email, password_hash, notes_version, created_at, is_email_proved)
        VALUES (?, ?, ?, ?, 0, ?, ?) ON CONFLICT (email) DO NOTHING`,
      params: [user.id, user.userName, user.email, NO_PASSWORD, user.now, Number(user.isEmailProved)],
    },
    identityOf(user.id, identity),
  )
  return rows.length > 0
}

/**
 * Gives the user one more way to sign in. Where nobody has proved yet to read that email, its password may be a
 * stranger's who took it in advance: it ends, with all sessions and links.
 */
export async function joinIdentity(
  database: Database,
  identity: Identity,
  { id, isEmailProved }: { id: string; isEmailProved: boolean },
): Promise<void> {
  const proof: Statement[] = [
    {
      sql: 'UPDATE users SET password_hash = ?, is_email_proved = 1 WHERE id = ?',
      params: [NO_PASSWORD, id],
    },
    ...deleteSessions(id),
    deleteResetLinks(id),
  ]
  await database.write(...(isEmailProved ? [] : proof), identityOf(id, identity))
}

function identityOf(userId: string, { issuer, subject }: Identity): Statement {
  return {
    sql: `INSERT INTO identities (issuer, subject, user_id) SELECT ?, ?, id FROM users WHERE id = ?
      ON CONFLICT (issuer, subject) DO NOTHING RETURNING user_id`,
    params: [issuer, subject, userId],
  }
}
