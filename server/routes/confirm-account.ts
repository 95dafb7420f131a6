import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { AppContext, Env } from '../context'
import * as messages from '../messages'
import { notSignedIn } from '../middleware/authenticate'
import { findUserById, type User } from '../store/users'
import { checkLogin } from './log-in'

const RECENT_MS = 10 * 60 * 1000

/** `hasPassword`: whether it can be asked for. */
type Account = User & { hasPassword: boolean }

export async function accountOf(c: Context<Env>, { database, onlyProvider }: AppContext): Promise<Account> {
  const found = await findUserById(database, c.get('session').userId)
  if (!found) throw notSignedIn()
  return { ...found, hasPassword: found.passwordHash !== undefined && onlyProvider === undefined }
}

/** Throws unless the password is right; without a password, unless the session has begun recently. A stolen token has neither. */
export async function confirmAccount(
  c: Context<Env>,
  context: AppContext,
  { email, passwordHash, hasPassword }: Account,
  password: string | undefined,
): Promise<void> {
  const { userId, createdAt } = c.get('session')
  if (!hasPassword) {
    if (createdAt > context.now() - RECENT_MS) return
    throw new HTTPException(403, { message: messages.loginTooOld })
  }
  if (password === undefined) throw new HTTPException(403, { message: messages.passwordNeeded })
  const isRight = () => context.passwords.verify(passwordHash, password)
  const wrong = new HTTPException(403, { message: messages.wrongPassword })
  await checkLogin(c, context, { email, userId }, isRight, wrong)
}
