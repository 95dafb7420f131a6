import { randomUUID } from 'node:crypto'
import { linkGone } from '@/lib/domain/messages/auth'
import { assertAllowed, mayRegister } from '../auth/policies'
import type { AppContext } from '../context'
import { Refused } from '../http/failures'
import { clearingCache, respond, respondJson } from '../http/respond'
import * as messages from '../messages'
import { jsonBody } from '../middleware/json-body'
import { hashesInTurn, requirePasswords } from '../middleware/passwords'
import { logEvent } from '../middleware/security-events'
import { credentials, newPassword, notice, onlyEmail, registration, token } from '../openapi/schemas'
import { severalWrites } from '../store/database'
import { findResetLink, useResetLink } from '../store/reset-links'
import { endSession } from '../store/sessions'
import { readToken } from '../store/tokens'
import { createUser, findUserByEmail, findUserById, replacePasswordHash } from '../store/users'
import { body, type Calls, failures, json } from './define-call'
import { checkLogin, startSession } from './login-checks'

export function authRoutes({ call, publicCall }: Calls, context: AppContext): void {
  const { database, limits, passwords, passwordPolicy, registrationPolicy, log, jobs, now } = context
  const { proveRegistration, sendResetEmail, sendNotice } = context

  publicCall('post', '/auth/register', {
    summary: 'Create an account',
    middleware: [requirePasswords(context), jsonBody()],
    inTurn: hashesInTurn(context),
    request: body(registration),
    responses: {
      201: { description: 'Created; where a mailed link has to prove the address, `{"isLinkMailed": true}`' },
      ...failures(400, 403, 408, 409, 413, 429, 503),
    },
  }).handle(async (c) => {
    const { userName, email, password } = c.req.valid('json')
    if (!mayRegister(registrationPolicy, email)) {
      throw new Refused('registration-closed', messages.registrationClosed)
    }
    assertAllowed(passwordPolicy, password, email)
    const id = randomUUID()
    const created = () => logEvent(log, c, 'account.created', id)
    if (proveRegistration) {
      await limits.countLinkRequest(c.get('client'))
      await limits.countRegistration(c.get('client'), async () => true)
      proveRegistration({ id, userName, email }, c.get('client'), created)
      return respond(201, JSON.stringify({ isLinkMailed: true }), { 'Content-Type': 'application/json' })
    }
    const isCreated = await limits.countRegistration(c.get('client'), async () => {
      if (await findUserByEmail(database, email)) return false
      const passwordHash = await passwords.hash(password)
      return createUser(database, { id, userName, email, passwordHash, now: now() })
    })
    if (!isCreated) throw new Refused('email-taken', messages.emailTaken)
    created()
    return respond(201, null)
  })

  publicCall('post', '/auth/login', {
    summary: 'Log in',
    middleware: [requirePasswords(context), jsonBody()],
    inTurn: hashesInTurn(context),
    request: body(credentials),
    responses: {
      200: json(token, 'The token of a new session'),
      ...failures(400, 401, 403, 408, 413, 429, 503),
    },
  }).handle(async (c) => {
    const { email, password } = c.req.valid('json')
    const wrong = new Refused('credentials', messages.wrongCredentials)
    const user = await findUserByEmail(database, email)
    const passwordHash = user?.passwordHash
    const isRight = () => passwords.verify(passwordHash, password)
    await checkLogin(c, context, { email, userId: user?.id }, isRight, wrong)
    if (!user || passwordHash === undefined) throw wrong
    const token = await startSession(c, context, { id: user.id, passwordHash }, wrong)
    if (passwords.isOutdated(passwordHash)) {
      jobs.run('password hash', async () => {
        const to = await passwords.hash(password)
        await replacePasswordHash(database, user.id, { from: passwordHash, to })
      })
    }
    return respondJson(c, 200, { token })
  })

  call('post', '/auth/logout', {
    summary: 'End the session',
    responses: { 204: { description: 'Ended' } },
  }).handle(async (c) => {
    const { session, token } = c.var
    await endSession(c.var.database, session.userId, { tokenHash: token.tokenHash, by: token.tokenHash })
    logEvent(log, c, 'session.ended', session.userId)
    return respond(204, null, clearingCache(c))
  })

  publicCall('post', '/auth/forgot', {
    summary: 'Mail a link that sets a password, where the host sends mail and that email has an account',
    middleware: [requirePasswords(context), jsonBody()],
    request: body(onlyEmail),
    responses: {
      200: json(notice, 'A sentence to be shown, the same for every email'),
      204: { description: 'The host sends mail, and the email is empty' },
      ...failures(400, 403, 408, 413, 429, 503),
    },
  }).handle(async (c) => {
    const { email } = c.req.valid('json')
    if (!sendResetEmail) return respondJson(c, 200, { message: messages.noMail })
    if (email === '') return respond(204, null)
    await limits.countLinkRequest(c.get('client'))
    sendResetEmail(email, c.get('client'))
    return respondJson(c, 200, { message: messages.linkMailed })
  })

  publicCall('post', '/auth/reset', {
    summary: "Set the password with a link's token, and end all sessions of that user",
    middleware: [requirePasswords(context), jsonBody()],
    inTurn: hashesInTurn(context),
    request: body(newPassword),
    responses: { 204: { description: 'Set' }, ...failures(400, 403, 408, 410, 413, 429, 503) },
  }).handle(async (c) => {
    const { token, password } = c.req.valid('json')
    const gone = new Refused('link', linkGone)
    await limits.checkAttempts(c.get('client'))
    const link = await findResetLink(database, { ...readToken(token), now: now() })
    if (!link) {
      logEvent(log, c, 'reset-link.failed', undefined)
      await limits.countFailedAttempt(c.get('client'))
      throw gone
    }
    assertAllowed(passwordPolicy, password, link.email)
    const passwordHash = await passwords.hash(password)
    const client = c.get('client')
    const by = { network: client.networks[0], now: now() }
    if (!(await useResetLink(database, link, passwordHash, by))) throw gone
    await severalWrites(() => limits.forget({ ...link, client }))
    logEvent(log, c, 'password.reset', link.userId)
    sendNotice?.('passwordChanged', () => findUserById(database, link.userId))
    return respond(204, null)
  })
}
