import { createHash } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { except } from 'hono/combine'
import { assertAllowed } from '../auth/policies'
import type { AppContext, Env } from '../context'
import { notSignedIn, Refused } from '../http/failures'
import { clearingCache, respond, respondJson } from '../http/respond'
import * as messages from '../messages'
import { checkSession } from '../middleware/authenticate'
import { jsonBody } from '../middleware/json-body'
import { hashesInTurn, requirePasswords } from '../middleware/passwords'
import { logEvent } from '../middleware/security-events'
import {
  account,
  accountDeletion,
  livingSession,
  othersEnding,
  params,
  passwordChange,
} from '../openapi/schemas'
import { endOtherSessions, endSession, listSessions } from '../store/sessions'
import { changePassword, deleteUser, findUserById } from '../store/users'
import { body, type Calls, failures, json } from './define-call'
import { accountOf, checkLogin, confirmAccount } from './login-checks'

export function accountRoutes({ call }: Calls, context: AppContext): void {
  const { database, limits, passwords, passwordPolicy, sendNotice, log, now } = context
  const inTurn = hashesInTurn(context)
  // Until 1.3: front ends of 1.0.0 send none, and show why it is refused.
  const optionalBody = except((c) => !c.req.header('Content-Type'), jsonBody())

  call('get', '/account', {
    summary: 'The account of the user',
    responses: { 200: json(account, 'Without hasPassword, it signs in with a provider') },
  }).handle(async (c) => {
    const { email, userName, hasPassword } = await accountOf(c, context)
    return respondJson(c, 200, { email, userName, hasPassword })
  })

  call('put', '/account/password', {
    summary: 'Change the password, and end all other sessions and every link of that user',
    middleware: [requirePasswords(context), jsonBody()],
    inTurn,
    request: body(passwordChange),
    responses: { 204: { description: 'Changed' }, ...failures(400, 403, 408, 413, 429) },
  }).handle(async (c) => {
    const { currentPassword, newPassword } = c.req.valid('json')
    const { userId } = c.get('session')
    const user = await accountOf(c, context)
    const { email, passwordHash } = user
    if (passwordHash === undefined) throw new Refused('no-password', messages.noPassword)
    assertAllowed(passwordPolicy, newPassword, email)
    await confirmAccount(c, context, user, currentPassword)

    const session = { tokenHash: c.get('token').tokenHash, passwordHash }
    const newHash = await passwords.hash(newPassword)
    if (!(await changePassword(c.var.database, userId, newHash, session))) await refuseChanged(c)
    logEvent(log, c, 'password.changed', userId)
    sendNotice?.('passwordChanged', () => findUserById(database, userId))
    return respond(204, null)
  })

  call('delete', '/account', {
    summary:
      'Delete the account with all its notes; the password confirms it, or the email and a recent login where there is none',
    middleware: [jsonBody()],
    inTurn,
    request: body(accountDeletion),
    responses: { 204: { description: 'Deleted' }, ...failures(400, 403, 408, 413, 429) },
  }).handle(async (c) => {
    const { password, email } = c.req.valid('json')
    const { userId } = c.get('session')
    const user = await accountOf(c, context)
    const { passwordHash, hasPassword } = user
    const given = hasPassword ? password : email
    if (given === undefined) throw new Refused('invalid', messages.malformedRequest)
    await confirmAccount(c, context, user, password)
    if (!hasPassword) {
      const wrong = new Refused('wrong-email', messages.wrongEmail)
      await checkLogin(c, context, { email: user.email, userId }, async () => given === user.email, wrong)
    }

    await limits.forget({ email: user.email, userId, client: c.get('client') })
    const session = { tokenHash: c.get('token').tokenHash, passwordHash }
    if (!(await deleteUser(c.var.database, userId, session))) await refuseChanged(c)
    logEvent(log, c, 'account.deleted', userId)
    sendNotice?.('accountDeleted', async () => user)
    return respond(204, null, clearingCache(c))
  })

  call('get', '/account/sessions', {
    summary: 'The sessions of the user, newest use first',
    responses: {
      200: json(z.array(livingSession), 'Times in milliseconds; the use of others is known to the day'),
    },
  }).handle(async (c) => {
    const sessions = await listSessions(c.var.database, c.get('session').userId, now())
    const listed = sessions.map(({ tokenHash, createdAt, lastUsedAt, client }) => {
      const isCurrent = tokenHash === c.get('token').tokenHash
      return {
        id: idOf(tokenHash),
        isCurrent,
        createdAt,
        lastUsedAt: isCurrent ? now() : lastUsedAt,
        client: client || messages.unknownClient,
      }
    })
    listed.sort((a, b) => b.lastUsedAt - a.lastUsedAt)
    return respondJson(c, 200, listed)
  })

  call('delete', '/account/sessions/{id}', {
    summary: 'End a session of the user',
    request: { params },
    responses: { 204: { description: 'Ended' }, ...failures(404) },
  }).handle(async (c) => {
    const { userId } = c.get('session')
    const { id } = c.req.valid('param')
    const sessions = await listSessions(c.var.database, userId, now())
    const found = sessions.find(({ tokenHash }) => idOf(tokenHash) === id)
    const by = c.get('token').tokenHash
    const isEnded = found && (await endSession(c.var.database, userId, { tokenHash: found.tokenHash, by }))
    if (!isEnded) throw new Refused('not-found', messages.sessionNotFound)
    logEvent(log, c, 'session.ended', userId)
    return respond(204, null)
  })

  call('delete', '/account/sessions', {
    summary:
      'End all other sessions of the user; the password confirms it, or where there is none a recent login',
    middleware: [optionalBody],
    inTurn,
    request: body(othersEnding, { required: false }),
    responses: { 204: { description: 'Ended' }, ...failures(400, 403, 408, 413, 429) },
  }).handle(async (c) => {
    const { userId } = c.get('session')
    await confirmAccount(c, context, await accountOf(c, context), c.req.valid('json').password)
    if (!(await endOtherSessions(c.var.database, userId, c.get('token').tokenHash))) throw notSignedIn()
    logEvent(log, c, 'session.ended', userId)
    return respond(204, null)
  })

  /** Throws for a session or a password that has changed since the request was checked. */
  async function refuseChanged(c: Context<Env>): Promise<never> {
    await checkSession(c, context)
    throw new Refused('wrong-password', messages.wrongPassword)
  }
}

/** Derives an id, so that sessions of a host of the previous release have one too. It tells nothing of the token. */
function idOf(tokenHash: string): string {
  return createHash('sha256').update(`session ${tokenHash}`).digest('base64url').slice(0, 22)
}
