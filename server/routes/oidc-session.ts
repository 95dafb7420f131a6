import { createHash } from 'node:crypto'
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { HTTPException } from 'hono/http-exception'
import { signInExpired } from '@/lib/domain/messages/oidc'
import { createToken, hashToken } from '../auth/tokens'
import type { Env, Host } from '../context'
import { respondJson } from '../http/respond'
import { jsonBody } from '../middleware/json-body'
import { body, failures, json } from '../openapi/responses'
import { session, signInCode } from '../openapi/schemas'
import { takeSignInCode } from '../store/login-codes'
import { createSession } from '../store/sessions'

export function oidcSessionRoute(api: OpenAPIHono<Env>, { database, limits, now }: Host): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/auth/oidc/session',
      summary: 'Log in with the code that came back, and with the verifier whose SHA-256 was the challenge',
      middleware: [jsonBody({ otherTypes: 400 })],
      request: body(signInCode),
      responses: {
        200: json(session, 'The token of a new session, and whose it is'),
        ...failures(400, 401, 413, 429, 503),
      },
    }),
    async (c) => {
      const { code, verifier } = c.req.valid('json')
      await limits.checkAttempts(c.get('address'))
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const user = await takeSignInCode(database, { codeHash: hashToken(code), challenge, now: now() })
      if (!user) {
        await limits.countFailedAttempt(c.get('address'))
        throw expired()
      }
      const token = createToken()
      const newSession = { tokenHash: hashToken(token), userId: user.id, now: now() }
      // None where the user was deleted meanwhile.
      if (!(await createSession(database, newSession))) throw expired()
      return respondJson(c, 200, { token, email: user.email })
    },
  )
}

function expired(): HTTPException {
  return new HTTPException(401, { message: signInExpired })
}
