import { createHash, randomUUID } from 'node:crypto'
import { isEmail, USER_NAME_MAX_LENGTH } from '@/lib/domain/credentials'
import { mayRegister, type RegistrationPolicy } from '../auth/policies'
import type { RateLimits } from '../auth/rate-limits'
import type { Client } from '../http/client'
import type { Database } from '../store/database'
import { createIdentifiedUser, findUserByIdentity, linkIdentity } from '../store/identities'
import { accountEmail, findUserByEmail, findUserById } from '../store/users'
import { OidcError } from './oidc-error'
import type { Profile } from './provider'

type Dependencies = {
  database: Database
  limits: RateLimits
  registrationPolicy: RegistrationPolicy
  now: () => number
}

/** `losesPassword`: nobody had proved the email until now, so that a stranger may have set the password. */
type LinkedAccount = {
  userId: string
  event: 'account.created' | 'identity.joined' | undefined
  losesPassword?: boolean
}

/** Undefined if the account was created or deleted concurrently. */
export async function findOrLinkAccount(
  dependencies: Dependencies,
  profile: Profile,
  client: Client,
): Promise<LinkedAccount | undefined> {
  const { database } = dependencies
  const linked = await findUserByIdentity(database, profile)
  if (linked !== undefined) return { userId: linked, event: undefined }

  const email = usableEmail(profile)
  const user = email === undefined ? undefined : await findUserByEmail(database, email)
  if (user) await linkIdentity(database, profile, user)
  else await createAccount(dependencies, profile, email, client)
  const userId = await findUserByIdentity(database, profile)
  if (user && userId === undefined && (await findUserById(database, user.id)))
    throw new OidcError('taken', 'The account has another identity of this provider')
  if (userId === undefined) return undefined
  return user
    ? { userId, event: 'identity.joined', losesPassword: !user.isEmailVerified }
    : { userId, event: 'account.created' }
}

function usableEmail({ email }: Profile): string | undefined {
  const address = accountEmail(email ?? '')
  return isEmail(address) ? address : undefined
}

async function createAccount(
  { database, limits, registrationPolicy, now }: Dependencies,
  profile: Profile,
  email: string | undefined,
  client: Client,
): Promise<void> {
  if (!mayRegister(registrationPolicy, email)) throw new OidcError('closed')
  const user = {
    id: randomUUID(),
    userName: userNameOf(profile, email),
    email: email ?? reservedEmail(profile),
    isEmailVerified: email !== undefined,
    now: now(),
  }
  await limits.countRegistration(client, () => createIdentifiedUser(database, profile, user))
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
