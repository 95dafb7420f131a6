import { HTTPException } from 'hono/http-exception'
import { linkGone } from '@/lib/domain/messages/auth'
import { assertAllowed } from '../auth/policies'
import { hashToken } from '../auth/tokens'
import type { AppContext } from '../context'
import { respond, respondJson } from '../http/respond'
import * as messages from '../messages'
import { jsonBody } from '../middleware/json-body'
import { hashesInTurn, withPasswords } from '../middleware/passwords'
import { logEvent } from '../middleware/security-events'
import { body, type Calls, failures, json } from '../openapi/calls'
import { newPassword, notice, onlyEmail } from '../openapi/schemas'
import { findResetLink, useResetLink } from '../store/reset-links'
import { findUserById } from '../store/users'

export function passwordResetRoutes({ publicCall }: Calls, context: AppContext): void {
  const { database, limits, passwords, passwordPolicy, sendResetEmail, sendNotice, log, now } = context

  publicCall('post', '/auth/forgot', {
    summary: 'Mail a link that sets a password, where the host sends mail and that email has an account',
    middleware: [withPasswords(context), jsonBody()],
    request: body(onlyEmail),
    responses: {
      200: json(notice, 'A sentence to be shown, the same for every email'),
      204: { description: 'The host sends mail, and the email is empty' },
      ...failures(400, 403, 413, 429, 503),
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
    middleware: [withPasswords(context), jsonBody(), hashesInTurn(context)],
    request: body(newPassword),
    responses: { 204: { description: 'Set' }, ...failures(400, 403, 410, 413, 429, 503) },
  }).handle(async (c) => {
    const { token, password } = c.req.valid('json')
    const gone = new HTTPException(410, { message: linkGone })
    await limits.checkAttempts(c.get('client'))
    const link = await findResetLink(database, { tokenHash: hashToken(token), now: now() })
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
    await limits.forget({ ...link, client })
    logEvent(log, c, 'password.reset', link.userId)
    sendNotice?.('passwordChanged', () => findUserById(database, link.userId))
    return respond(204, null)
  })
}
