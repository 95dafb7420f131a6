import { randomUUID } from 'node:crypto'
import { HTTPException } from 'hono/http-exception'
import { assertAllowed, mayRegister } from '../auth/policies'
import type { AppContext } from '../context'
import { clearingCache, respond, respondJson } from '../http/respond'
import * as messages from '../messages'
import { jsonBody } from '../middleware/json-body'
import { hashesInTurn, withPasswords } from '../middleware/passwords'
import { logEvent } from '../middleware/security-events'
import { body, type Calls, failures, json } from '../openapi/calls'
import { credentials, registration, token } from '../openapi/schemas'
import { endSession } from '../store/sessions'
import { createUser, findUserByEmail, replacePasswordHash } from '../store/users'
import { checkLogin, startSession } from './log-in'

export function authRoutes({ call, publicCall }: Calls, context: AppContext): void {
  const { database, limits, passwords, passwordPolicy, registrationPolicy, log, jobs, now } = context

  publicCall('post', '/auth/register', {
    summary: 'Create an account',
    middleware: [withPasswords(context), jsonBody(), hashesInTurn(context)],
    request: body(registration),
    responses: { 201: { description: 'Created' }, ...failures(400, 403, 409, 413, 429, 503) },
  }).handle(async (c) => {
    const { userName, email, password } = c.req.valid('json')
    if (!mayRegister(registrationPolicy, email)) {
      throw new HTTPException(403, { message: messages.registrationClosed })
    }
    assertAllowed(passwordPolicy, password, email)
    const id = randomUUID()
    const isCreated = await limits.countRegistration(c.get('client'), async () => {
      if (await findUserByEmail(database, email)) return false
      const passwordHash = await passwords.hash(password)
      return createUser(database, { id, userName, email, passwordHash, now: now() })
    })
    if (!isCreated) throw new HTTPException(409, { message: messages.emailTaken })
    logEvent(log, c, 'account.created', id)
    return respond(201, null)
  })

  publicCall('post', '/auth/login', {
    summary: 'Log in',
    middleware: [withPasswords(context), jsonBody(), hashesInTurn(context)],
    request: body(credentials),
    responses: { 200: json(token, 'The token of a new session'), ...failures(400, 401, 403, 413, 429, 503) },
  }).handle(async (c) => {
    const { email, password } = c.req.valid('json')
    const wrong = new HTTPException(401, { message: messages.wrongCredentials })
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
    const { userId } = c.get('session')
    const tokenHash = c.get('tokenHash')
    await endSession(database, userId, { tokenHash, by: tokenHash })
    logEvent(log, c, 'session.ended', userId)
    return respond(204, null, clearingCache(c))
  })
}
