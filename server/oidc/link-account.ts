import { createHash, randomUUID } from 'node:crypto'
import { isEmail, USER_NAME_MAX_LENGTH } from '@/lib/domain/credentials'
import { accountEmail } from '../auth/account-email'
import type { Host } from '../context'
import { createIdentifiedUser, findUserByIdentity, joinIdentity } from '../store/identities'
import { findUserByEmail } from '../store/users'
import type { Profile } from './provider'

/**
 * The account of whoever the provider names: the one that was theirs before, else the one that has the email which
 * the provider has verified, else a new one. Undefined where it was made or deleted at this very moment.
 *
 * @param address where the request comes from: new accounts are limited
 */
export async function findOrLinkAccount(
  host: Host,
  profile: Profile,
  address: string,
): Promise<string | undefined> {
  const { database } = host
  const known = await findUserByIdentity(database, profile)
  if (known !== undefined) return known

  const email = usableEmail(profile)
  const user = email === undefined ? undefined : await findUserByEmail(database, email)
  if (user) await joinIdentity(database, profile, user)
  else await createAccount(host, profile, email, address)
  return findUserByIdentity(database, profile)
}

async function createAccount(
  { database, limits, now }: Host,
  profile: Profile,
  email: string | undefined,
  address: string,
): Promise<void> {
  const user = {
    id: randomUUID(),
    userName: userNameOf(profile, email),
    email: email ?? reservedEmail(profile),
    isEmailProved: email !== undefined,
    now: now(),
  }
  await limits.countRegistration(address, () => createIdentifiedUser(database, profile, user))
}

/** Of the emails that are verified those that a login takes. */
function usableEmail({ email }: Profile): string | undefined {
  const address = accountEmail(email ?? '')
  return isEmail(address) ? address : undefined
}

/** Stands for no email: nothing is ever sent there (RFC 2606), and no form takes an ending of 7 letters. */
function reservedEmail({ issuer, subject }: Profile): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex')
  return `${digest.slice(0, 32)}@no-email.invalid`
}

function userNameOf({ name = '' }: Profile, email = ''): string {
  const kept = name.toWellFormed().replaceAll('\0', '').trim() || (email.split('@')[0] ?? '')
  return [...kept].slice(0, USER_NAME_MAX_LENGTH).join('')
}
