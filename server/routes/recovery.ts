import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { HTTPException } from 'hono/http-exception'
import * as messages from '@/lib/domain/messages'
import { answer, answerJson } from '../answer'
import type { Env, Host } from '../host'
import { jsonBody } from '../middleware/json-body'
import { newPassword, notice, onlyEmail } from '../schemas'
import { findResetLink, useResetLink } from '../store/reset-links'
import { hashToken } from '../tokens'
import { body, failures, json } from './answers'

export function recoveryRoutes(api: OpenAPIHono<Env>, host: Host): void {
  const { database, limits, passwords, mailResetLink, now } = host

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
      if (!mailResetLink) return answerJson(c, 200, { message: messages.noMail })
      await limits.countLinkRequest(c.get('address'))
      mailResetLink(email)
      return answerJson(c, 200, { message: messages.linkMailed })
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
      await limits.checkAddress(c.get('address'))
      const link = await findResetLink(database, { tokenHash: hashToken(token), now: now() })
      if (!link) {
        await limits.countFailure(c.get('address'))
        throw linkGone()
      }
      const passwordHash = await passwords.hash(password)
      if (!(await useResetLink(database, link, passwordHash))) throw linkGone()
      return answer(204, null)
    },
  )
}

function linkGone(): HTTPException {
  return new HTTPException(410, { message: messages.linkGone })
}
