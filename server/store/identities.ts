import { type Database, fixedSql, lockUser, type Statement, sql } from './database'
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
  const [, , rows = []] = await database.write(
    ...insertUser({ ...user, passwordHash: NO_PASSWORD }),
    identityOf(user.id, identity),
  )
  return rows.length > 0
}

/** Removes what a stranger may have set in an unverified account. None is joined that has an identity of that issuer: its email may be another's by now. */
export async function linkIdentity(
  database: Database,
  identity: Identity,
  { id, isEmailVerified }: { id: string; isEmailVerified: boolean },
): Promise<void> {
  const takeover = setPassword({ userId: id, passwordHash: NO_PASSWORD, isEmailProved: true })
  const isFree = sql`AND NOT EXISTS (SELECT 1 FROM identities WHERE user_id = ${id} AND issuer = ${identity.issuer})`
  await database.write(
    lockUser(database, id),
    ...(isEmailVerified ? [] : takeover),
    identityOf(id, identity, isFree),
  )
}

export async function unlinkIdentities(database: Database, userId: string): Promise<number> {
  const ofLinked = sql`user_id = ${userId} AND EXISTS (SELECT 1 FROM identities WHERE user_id = ${userId})`
  const [, , , rows = []] = await database.write(
    lockUser(database, userId),
    sql`DELETE FROM sessions WHERE ${ofLinked}`,
    sql`DELETE FROM sign_in_codes WHERE ${ofLinked}`,
    sql`DELETE FROM identities WHERE user_id = ${userId} RETURNING user_id`,
  )
  return rows.length
}

function identityOf(userId: string, { issuer, subject }: Identity, condition = fixedSql('')): Statement {
  return sql`INSERT INTO identities (issuer, subject, user_id)
    SELECT ${issuer}, ${subject}, id FROM users WHERE id = ${userId} ${condition}
    ON CONFLICT (issuer, subject) DO NOTHING RETURNING user_id`
}
