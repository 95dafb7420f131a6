import { restSince } from '../fairness/yield-to-others'
import { type Database, fixedSql, lockUser, type Statement, sql } from './database'
import { hasSession } from './sessions'
import { NO_PASSWORD } from './users'

type Confirmed = { tokenHash: string; passwordHash: string | undefined }

type NewPassword = {
  userId: string
  passwordHash: string
  condition?: Statement
  isEmailProved?: boolean
  /** Hash of the token of the session that goes on. */
  except?: string
}

const NOTES_PER_WRITE = 200
const LIMIT_WRITE = fixedSql(`LIMIT ${NOTES_PER_WRITE}`)

/** Sets a password and ends sessions, login codes and links. The first statement returns a row if the condition holds. */
export function setPassword(password: NewPassword): Statement[] {
  const { userId, passwordHash, condition = fixedSql(''), isEmailProved = false, except = '' } = password
  // NULL if the condition did not hold, since the user then has another hash.
  const user = sql`(SELECT id FROM users WHERE id = ${userId} AND password_hash = ${passwordHash})`
  return [
    sql`UPDATE users SET password_hash = ${passwordHash},
        is_email_proved = CASE is_email_proved WHEN 1 THEN 1 ELSE ${Number(isEmailProved)} END
      WHERE id = ${userId} ${condition} RETURNING id`,
    sql`DELETE FROM sessions WHERE user_id = ${user} AND token_hash <> ${except}`,
    sql`DELETE FROM sign_in_codes WHERE user_id = ${user}`,
    sql`DELETE FROM reset_links WHERE user_id = ${user}`,
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

/** Foreign keys cascade from the user. Stops, and returns false, once the session has ended or the password has changed. */
export async function deleteUser(
  database: Database,
  userId: string,
  confirmed?: Confirmed,
): Promise<boolean> {
  const condition = isConfirmed(userId, confirmed)
  for (const table of [fixedSql('versions'), fixedSql('notes'), fixedSql('trash')]) {
    const batch = sql`DELETE FROM ${table} WHERE id IN (
        SELECT id FROM ${table} WHERE user_id = ${userId} ${condition} ${LIMIT_WRITE}
      ) RETURNING id`
    for (let isLast = false; !isLast; ) {
      const start = performance.now()
      // Locked first, in the order of other writes, so that neither waits for the other.
      const [, deleted = []] = await database.write(lockUser(database, userId), batch)
      isLast = deleted.length < NOTES_PER_WRITE
      if (!isLast) await restSince(start)
    }
  }

  const [, rows = []] = await database.write(
    lockUser(database, userId),
    sql`DELETE FROM users WHERE id = ${userId} ${condition} RETURNING id`,
  )
  return rows.length > 0
}

/** SQL that begins with AND; empty where nothing has to be confirmed. */
function isConfirmed(userId: string, confirmed: Confirmed | undefined): Statement {
  if (!confirmed) return fixedSql('')
  const { tokenHash, passwordHash = NO_PASSWORD } = confirmed
  return sql`AND ${hasSession(userId, tokenHash)}
    AND EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND password_hash = ${passwordHash})`
}
