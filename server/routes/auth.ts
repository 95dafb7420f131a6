import { randomUUID } from 'node:crypto'
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { HTTPException } from 'hono/http-exception'
import { createToken, hashToken } from '../auth/tokens'
import type { AppContext, Env } from '../context'
import { respond, respondJson } from '../http/respond'
import * as messages from '../messages'
import { authenticate } from '../middleware/authenticate'
import { jsonBody } from '../middleware/json-body'
import { body, failures, json } from '../openapi/responses'
import { credentials, registration, token } from '../openapi/schemas'
import { createSession, endSession } from '../store/sessions'
import { createUser, findUserByEmail } from '../store/users'

export function authRoutes(api: OpenAPIHono<Env>, context: AppContext): void {
  const { database, limits, passwords, now } = context

  api.openapi(
    createRoute({
      method: 'post',
      path: '/auth/register',
      summary: 'Create an account',
      middleware: [jsonBody({ otherTypes: 400 })],
      request: body(registration),
      responses: { 201: { description: 'Created' }, ...failures(400, 409, 413, 429, 503) },
    }),
    async (c) => {
      const { userName, email, password } = c.req.valid('json')
      const isCreated = await limits.countRegistration(c.get('address'), async () => {
        if (await findUserByEmail(database, email)) return false
        const passwordHash = await passwords.hash(password)
        return createUser(database, { id: randomUUID(), userName, email, passwordHash, now: now() })
      })
      if (!isCreated) throw new HTTPException(409, { message: messages.emailTaken })
      return respond(201, null)
    },
  )

  api.openapi(
    createRoute({
      method: 'post',
      path: '/auth/login',
      summary: 'Log in',
      middleware: [jsonBody({ otherTypes: 400 })],
      request: body(credentials),
      responses: { 200: json(token, 'The token of a new session'), ...failures(400, 401, 413, 429, 503) },
    }),
    async (c) => {
      const { email, password } = c.req.valid('json')
      const login = { email, address: c.get('address') }
      await limits.checkLogin(login)
      const user = await findUserByEmail(database, email)
      const passwordHash = user?.passwordHash
      const isRight = await passwords.verify(passwordHash, password)
      if (!user || passwordHash === undefined || !isRight) {
        await limits.countFailedLogin(login)
        throw new HTTPException(401, { message: messages.wrongCredentials })
      }
      // Checked again: among concurrent guesses, a right one past the limit must not get in.
      await limits.checkLogin(login)

      const token = createToken()
      const session = { tokenHash: hashToken(token), userId: user.id, passwordHash, now: now() }
      if (!(await createSession(database, session))) {
        throw new HTTPException(401, { message: messages.wrongCredentials })
      }
      return respondJson(c, 200, { token })
    },
  )

  api.openapi(
    createRoute({
      method: 'post',
      path: '/auth/logout',
      summary: 'End the session',
      security: [{ token: [] }],
      middleware: [authenticate(context)],
      responses: { 204: { description: 'Ended' }, ...failures(401, 503) },
    }),
    async (c) => {
      await endSession(database, c.get('tokenHash'))
      return respond(204, null, { 'Clear-Site-Data': '"cache"' })
    },
  )
}
