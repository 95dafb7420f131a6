import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { assertAllowed } from '../auth/policies'
import type { AppContext, Env } from '../context'
import { clearingCache, respond, respondJson } from '../http/respond'
import * as messages from '../messages'
import { checkSession } from '../middleware/authenticate'
import { jsonBody } from '../middleware/json-body'
import { hashesInTurn, withPasswords } from '../middleware/passwords'
import { logEvent } from '../middleware/security-events'
import { body, type Calls, failures, json } from '../openapi/calls'
import { account, accountDeletion, passwordChange } from '../openapi/schemas'
import { changePassword, deleteUser } from '../store/account'
import { findUserById } from '../store/users'
import { accountOf, checkLogin, confirmAccount } from './log-in'

export function accountRoutes({ call }: Calls, context: AppContext): void {
  const { database, limits, passwords, passwordPolicy, sendNotice, log } = context
  const reading = [jsonBody(), hashesInTurn(context)]

  call('get', '/account', {
    summary: 'The account of the user',
    responses: { 200: json(account, 'Without hasPassword, it signs in with a provider') },
  }).handle(async (c) => {
    const { email, userName, hasPassword } = await accountOf(c, context)
    return respondJson(c, 200, { email, userName, hasPassword })
  })

  call('put', '/account/password', {
    summary: 'Change the password, and end all other sessions and every link of that user',
    middleware: [withPasswords(context), ...reading],
    request: body(passwordChange),
    responses: { 204: { description: 'Changed' }, ...failures(400, 403, 413, 429) },
  }).handle(async (c) => {
    const { currentPassword, newPassword } = c.req.valid('json')
    const { userId } = c.get('session')
    const user = await accountOf(c, context)
    const { email, passwordHash } = user
    if (passwordHash === undefined) throw new HTTPException(403, { message: messages.noPassword })
    assertAllowed(passwordPolicy, newPassword, email)
    await confirmAccount(c, context, user, currentPassword)

    const session = { tokenHash: c.get('tokenHash'), passwordHash }
    const newHash = await passwords.hash(newPassword)
    if (!(await changePassword(database, userId, newHash, session))) await refuseChanged(c)
    logEvent(log, c, 'password.changed', userId)
    sendNotice?.('passwordChanged', () => findUserById(database, userId))
    return respond(204, null)
  })

  call('delete', '/account', {
    summary:
      'Delete the account with all its notes; the password confirms it, or the email and a recent login where there is none',
    middleware: reading,
    request: body(accountDeletion),
    responses: { 204: { description: 'Deleted' }, ...failures(400, 403, 413, 429) },
  }).handle(async (c) => {
    const { password, email } = c.req.valid('json')
    const { userId } = c.get('session')
    const user = await accountOf(c, context)
    const { passwordHash, hasPassword } = user
    const given = hasPassword ? password : email
    if (given === undefined) throw new HTTPException(400, { message: messages.malformedRequest })
    await confirmAccount(c, context, user, password)
    if (!hasPassword) {
      const wrong = new HTTPException(403, { message: messages.wrongEmail })
      await checkLogin(c, context, { email: user.email, userId }, async () => given === user.email, wrong)
    }

    await limits.forget({ email: user.email, userId, client: c.get('client') })
    const session = { tokenHash: c.get('tokenHash'), passwordHash }
    if (!(await deleteUser(database, userId, session))) await refuseChanged(c)
    logEvent(log, c, 'account.deleted', userId)
    sendNotice?.('accountDeleted', async () => user)
    return respond(204, null, clearingCache(c))
  })

  /** Throws for a session or a password that has changed since the request was checked. */
  async function refuseChanged(c: Context<Env>): Promise<never> {
    await checkSession(c, context)
    throw new HTTPException(403, { message: messages.wrongPassword })
  }
}
