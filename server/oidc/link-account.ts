import { createHash, randomUUID } from 'node:crypto'
import { isEmail, USER_NAME_MAX_LENGTH } from '@/lib/domain/credentials'
import { accountEmail } from '../auth/account-email'
import type { RateLimits } from '../auth/rate-limits'
import type { Database } from '../store/database'
import { createIdentifiedUser, findUserByIdentity, linkIdentity } from '../store/identities'
import { findUserByEmail } from '../store/users'
import type { Profile } from './provider'

type Dependencies = { database: Database; limits: RateLimits; now: () => number }

/** Returns the user's id; undefined if the account was created or deleted concurrently. */
export async function findOrLinkAccount(
  dependencies: Dependencies,
  profile: Profile,
  clientAddress: string,
): Promise<string | undefined> {
  const { database } = dependencies
  const linked = await findUserByIdentity(database, profile)
  if (linked !== undefined) return linked

  const email = usableEmail(profile)
  const user = email === undefined ? undefined : await findUserByEmail(database, email)
  if (user) await linkIdentity(database, profile, user)
  else await createAccount(dependencies, profile, email, clientAddress)
  return findUserByIdentity(database, profile)
}

function usableEmail({ email }: Profile): string | undefined {
  const address = accountEmail(email ?? '')
  return isEmail(address) ? address : undefined
}

async function createAccount(
  { database, limits, now }: Dependencies,
  profile: Profile,
  email: string | undefined,
  clientAddress: string,
): Promise<void> {
  const user = {
    id: randomUUID(),
    userName: userNameOf(profile, email),
    email: email ?? reservedEmail(profile),
    isEmailVerified: email !== undefined,
    now: now(),
  }
  await limits.countRegistration(clientAddress, () => createIdentifiedUser(database, profile, user))
}

function userNameOf({ name = '' }: Profile, email = ''): string {
  const userName = name.toWellFormed().replaceAll('\0', '').trim() || (email.split('@')[0] ?? '')
  return [...userName].slice(0, USER_NAME_MAX_LENGTH).join('')
}

/** Stands in for a missing email: `.invalid` gets no mail (RFC 2606), and the forms refuse a 7-letter ending. */
function reservedEmail({ issuer, subject }: Profile): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex')
  return `${digest.slice(0, 32)}@no-email.invalid`
}
