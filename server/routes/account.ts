import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { assertAllowed } from '../auth/policies'
import type { AppContext, Env } from '../context'
import { clearingCache, respond, respondJson } from '../http/respond'
import * as messages from '../messages'
import { checkSession, signedIn } from '../middleware/authenticate'
import { jsonBody } from '../middleware/json-body'
import { hashesInTurn, withPasswords } from '../middleware/passwords'
import { logEvent } from '../middleware/security-events'
import { body, failures, json } from '../openapi/responses'
import { account, accountDeletion, passwordChange } from '../openapi/schemas'
import { changePassword, deleteUser } from '../store/account'
import { findUserById } from '../store/users'
import { accountOf, checkLogin, confirmAccount } from './log-in'

export function accountRoutes(api: OpenAPIHono<Env>, context: AppContext): void {
  const { database, limits, passwords, passwordPolicy, sendNotice, log } = context
  const reading = [jsonBody(), hashesInTurn(context)]

  api.openapi(
    createRoute({
      method: 'get',
      path: '/account',
      summary: 'The account of the user',
      ...signedIn(context),
      responses: {
        200: json(account, 'Without hasPassword, it signs in with a provider'),
        ...failures(401, 503),
      },
    }),
    async (c) => {
      const { email, userName, hasPassword } = await accountOf(c, context)
      return respondJson(c, 200, { email, userName, hasPassword })
    },
  )

  api.openapi(
    createRoute({
      method: 'put',
      path: '/account/password',
      summary: 'Change the password, and end all other sessions and every link of that user',
      ...signedIn(context, withPasswords(context), ...reading),
      request: body(passwordChange),
      responses: { 204: { description: 'Changed' }, ...failures(400, 401, 403, 413, 429, 503) },
    }),
    async (c) => {
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
    },
  )

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/account',
      summary:
        'Delete the account with all its notes; the password confirms it, or the email and a recent login where there is none',
      ...signedIn(context, ...reading),
      request: body(accountDeletion),
      responses: { 204: { description: 'Deleted' }, ...failures(400, 401, 403, 413, 429, 503) },
    }),
    async (c) => {
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
    },
  )

  /** Throws for a session or a password that has changed since the request was checked. */
  async function refuseChanged(c: Context<Env>): Promise<never> {
    await checkSession(c, context)
    throw new HTTPException(403, { message: messages.wrongPassword })
  }
}
