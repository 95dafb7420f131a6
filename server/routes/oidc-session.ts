import { createHash } from 'node:crypto'
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { HTTPException } from 'hono/http-exception'
import * as messages from '@/lib/domain/social-messages'
import { answerJson } from '../answer'
import type { Env, Host } from '../host'
import { jsonBody } from '../middleware/json-body'
import { session, signInCode } from '../schemas'
import { createSession } from '../store/sessions'
import { takeSignInCode } from '../store/sign-in-codes'
import { createToken, hashToken } from '../tokens'
import { body, failures, json } from './answers'

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
      await limits.checkAddress(c.get('address'))
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const user = await takeSignInCode(database, { codeHash: hashToken(code), challenge, now: now() })
      if (!user) {
        await limits.countFailure(c.get('address'))
        throw expired()
      }
      const token = createToken()
      const newSession = { tokenHash: hashToken(token), userId: user.id, now: now() }
      // None where the user was deleted meanwhile.
      if (!(await createSession(database, newSession))) throw expired()
      return answerJson(c, 200, { token, email: user.email })
    },
  )
}

function expired(): HTTPException {
  return new HTTPException(401, { message: messages.signInExpired })
}
