import { type Database, type Statement, sql } from './database'
import { insertUser, type NewUser, NO_PASSWORD, setPassword } from './users'

type Identity = { issuer: string; subject: string }

export async function findUserByIdentity(
  database: Database,
  { issuer, subject }: Identity,
): Promise<string | undefined> {
  const [row] = await database.read(
    sql`SELECT user_id FROM identities WHERE issuer = ${issuer} AND subject = ${subject}`,
  )
  return row && String(row.user_id)
}

export async function createIdentifiedUser(
  database: Database,
  identity: Identity,
  user: Omit<NewUser, 'passwordHash'>,
): Promise<boolean> {
  const [, rows = []] = await database.write(
    insertUser({ ...user, passwordHash: NO_PASSWORD }),
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
  const takeover = setPassword({ userId: id, passwordHash: NO_PASSWORD, isEmailProved: true })
  await database.write(...(isEmailVerified ? [] : takeover), identityOf(id, identity))
}

function identityOf(userId: string, { issuer, subject }: Identity): Statement {
  return sql`INSERT INTO identities (issuer, subject, user_id)
    SELECT ${issuer}, ${subject}, id FROM users WHERE id = ${userId}
    ON CONFLICT (issuer, subject) DO NOTHING RETURNING user_id`
}
