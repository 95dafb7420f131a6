import type { Context } from 'hono'
import { clientName } from '../auth/client-name'
import { isRecentLogin } from '../auth/policies'
import type { AppContext, Env } from '../context'
import { notSignedIn, Refused } from '../http/failures'
import * as messages from '../messages'
import { checkSession } from '../middleware/authenticate'
import { logEvent } from '../middleware/security-events'
import { isLoginAddress } from '../store/login-addresses'
import { createSession } from '../store/sessions'
import { createToken, hashToken } from '../store/tokens'
import { findUserById, type User } from '../store/users'

/** Throws `wrong` unless `isRight`. Counts both as logins. Rejects with TooManyAttempts at the limits. */
export async function checkLogin(
  c: Context<Env>,
  { database, limits, log, now }: AppContext,
  { email, userId }: { email: string; userId: string | undefined },
  isRight: () => Promise<boolean>,
  wrong: Refused,
): Promise<void> {
  c.set('accountId', userId)
  const client = c.get('client')
  const isKnownAddress = async () =>
    userId !== undefined && isLoginAddress(database, userId, client.networks[0], now())
  const login = { email, userId, client, isKnownAddress }
  await limits.checkLogin(login)
  if (!(await isRight())) {
    logEvent(log, c, 'login.failed', userId)
    await limits.countFailedLogin(login)
    throw wrong
  }
  // Checked again: among concurrent guesses, a right one past the limit must not get in.
  await limits.checkLogin(login)
  if (userId !== undefined) await limits.countLogin(userId)
}

/** Resolves to the token of a new session. Throws `wrong` if the user is gone or has another password by now. */
export async function startSession(
  c: Context<Env>,
  { database, log, now }: AppContext,
  { id, passwordHash }: { id: string; passwordHash: string },
  wrong: Refused,
): Promise<string> {
  const token = createToken(id)
  const isStarted = await createSession(database, {
    tokenHash: hashToken(token),
    userId: id,
    passwordHash,
    network: c.get('client').networks[0],
    client: clientName(c.req.header('User-Agent')),
    now: now(),
  })
  if (!isStarted) throw wrong
  logEvent(log, c, 'login.ok', id)
  return token
}

type OwnAccount = User & { hasPassword: boolean }

export async function accountOf(c: Context<Env>, { onlyProvider }: AppContext): Promise<OwnAccount> {
  const found = await findUserById(c.var.database, c.get('session').userId)
  if (!found) throw notSignedIn()
  return { ...found, hasPassword: found.passwordHash !== undefined && onlyProvider === undefined }
}

/** Throws unless the password is right; without a password, unless the session has begun recently. A stolen token has neither. */
export async function confirmAccount(
  c: Context<Env>,
  context: AppContext,
  { email, passwordHash, hasPassword }: OwnAccount,
  password: string | undefined,
): Promise<void> {
  const { userId, createdAt } = c.get('session')
  if (!hasPassword) {
    if (isRecentLogin(createdAt, context.now())) return
    throw new Refused('login-too-old', messages.loginTooOld)
  }
  if (password === undefined) throw new Refused('password-needed', messages.passwordNeeded)
  const isRight = () => context.passwords.verify(passwordHash, password)
  const wrong = new Refused('wrong-password', messages.wrongPassword)
  try {
    await checkLogin(c, context, { email, userId }, isRight, wrong)
  } catch (error) {
    // Another session may just have changed the password, and ended this one.
    if (error === wrong) await checkSession(c, context)
    throw error
  }
}
