import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { HTTPException } from 'hono/http-exception'
import { linkGone } from '@/lib/domain/messages/password-reset'
import { hashToken } from '../auth/tokens'
import type { AppContext, Env } from '../context'
import { respond, respondJson } from '../http/respond'
import * as messages from '../messages'
import { jsonBody } from '../middleware/json-body'
import { body, failures, json } from '../openapi/responses'
import { newPassword, notice, onlyEmail } from '../openapi/schemas'
import { findResetLink, useResetLink } from '../store/reset-links'

export function passwordResetRoutes(api: OpenAPIHono<Env>, context: AppContext): void {
  const { database, limits, passwords, sendResetEmail, now } = context

  api.openapi(
    createRoute({
      method: 'post',
      path: '/auth/forgot',
      summary: 'Mail a link that sets a password, where the host sends mail and that email has an account',
      middleware: [jsonBody({ otherTypes: 400 })],
      request: body(onlyEmail),
      responses: {
        200: json(notice, 'A sentence to be shown, the same for every email'),
        ...failures(400, 413, 429, 503),
      },
    }),
    async (c) => {
      const { email } = c.req.valid('json')
      if (!sendResetEmail) return respondJson(c, 200, { message: messages.noMail })
      await limits.countLinkRequest(c.get('address'))
      sendResetEmail(email)
      return respondJson(c, 200, { message: messages.linkMailed })
    },
  )

  api.openapi(
    createRoute({
      method: 'post',
      path: '/auth/reset',
      summary: "Set the password with a link's token, and end all sessions of that user",
      middleware: [jsonBody({ otherTypes: 400 })],
      request: body(newPassword),
      responses: { 204: { description: 'Set' }, ...failures(400, 410, 413, 429, 503) },
    }),
    async (c) => {
      const { token, password } = c.req.valid('json')
      await limits.checkAttempts(c.get('address'))
      const link = await findResetLink(database, { tokenHash: hashToken(token), now: now() })
      if (!link) {
        await limits.countFailedAttempt(c.get('address'))
        throw gone()
      }
      const passwordHash = await passwords.hash(password)
      if (!(await useResetLink(database, link, passwordHash))) throw gone()
      return respond(204, null)
    },
  )
}

function gone(): HTTPException {
  return new HTTPException(410, { message: linkGone })
}
