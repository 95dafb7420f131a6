import { createHash } from 'node:crypto'
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { HTTPException } from 'hono/http-exception'
import { signInExpired } from '@/lib/domain/messages/oidc'
import { hashToken } from '../auth/tokens'
import type { AppContext, Env } from '../context'
import { respondJson } from '../http/respond'
import { jsonBody } from '../middleware/json-body'
import { logEvent } from '../middleware/security-events'
import { body, failures, json } from '../openapi/responses'
import { loginCode, session } from '../openapi/schemas'
import { redeemLoginCode } from '../store/login-codes'
import { startSession } from './log-in'

export function oidcSessionRoute(api: OpenAPIHono<Env>, context: AppContext): void {
  const { database, limits, log, now } = context
  api.openapi(
    createRoute({
      method: 'post',
      path: '/auth/oidc/session',
      summary: 'Log in with the code of the redirect and the verifier whose SHA-256 was the challenge',
      middleware: [jsonBody({ otherTypes: 400 })],
      request: body(loginCode),
      responses: {
        200: json(session, 'The token of a new session, and the email of its user'),
        ...failures(400, 401, 413, 429, 503),
      },
    }),
    async (c) => {
      const { code, verifier } = c.req.valid('json')
      await limits.checkAttempts(c.get('client'))
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const user = await redeemLoginCode(database, { codeHash: hashToken(code), challenge, now: now() })
      if (!user) {
        logEvent(log, c, 'login.failed', undefined)
        await limits.countFailedAttempt(c.get('client'))
        throw expired()
      }
      await limits.countLogin(user.id)
      const token = await startSession(c, context, user)
      if (token === undefined) throw expired()
      return respondJson(c, 200, { token, email: user.email })
    },
  )
}

function expired(): HTTPException {
  return new HTTPException(401, { message: signInExpired })
}
