import { createHash } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import { except } from 'hono/combine'
import { HTTPException } from 'hono/http-exception'
import type { AppContext } from '../context'
import { notSignedIn } from '../http/failures'
import { respond, respondJson } from '../http/respond'
import * as messages from '../messages'
import { jsonBody } from '../middleware/json-body'
import { hashesInTurn } from '../middleware/passwords'
import { logEvent } from '../middleware/security-events'
import { body, type Calls, failures, json } from '../openapi/calls'
import { livingSession, othersEnding, params } from '../openapi/schemas'
import { endOtherSessions, endSession, listSessions } from '../store/sessions'
import { accountOf, confirmAccount } from './log-in'

export function sessionRoutes({ call }: Calls, context: AppContext): void {
  const { database, log, now } = context
  // Front ends of the previous release send none, and show why it is refused.
  const optionalBody = except((c) => !c.req.header('Content-Type'), jsonBody())

  call('get', '/account/sessions', {
    summary: 'The sessions of the user, newest use first',
    responses: {
      200: json(z.array(livingSession), 'Times in milliseconds; the use of others is known to the day'),
    },
  }).handle(async (c) => {
    const sessions = await listSessions(database, c.get('session').userId, now())
    const listed = sessions.map(({ tokenHash, createdAt, lastUsedAt, client }) => {
      const isCurrent = tokenHash === c.get('tokenHash')
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
    const sessions = await listSessions(database, userId, now())
    const found = sessions.find(({ tokenHash }) => idOf(tokenHash) === id)
    const by = c.get('tokenHash')
    const isEnded = found && (await endSession(database, userId, { tokenHash: found.tokenHash, by }))
    if (!isEnded) throw new HTTPException(404, { message: messages.sessionNotFound })
    logEvent(log, c, 'session.ended', userId)
    return respond(204, null)
  })

  call('delete', '/account/sessions', {
    summary:
      'End all other sessions of the user; the password confirms it, or where there is none a recent login',
    middleware: [optionalBody, hashesInTurn(context)],
    request: body(othersEnding, { required: false }),
    responses: { 204: { description: 'Ended' }, ...failures(400, 403, 413, 429) },
  }).handle(async (c) => {
    const { userId } = c.get('session')
    await confirmAccount(c, context, await accountOf(c, context), c.req.valid('json').password)
    if (!(await endOtherSessions(database, userId, c.get('tokenHash')))) throw notSignedIn()
    logEvent(log, c, 'session.ended', userId)
    return respond(204, null)
  })
}

/** Derives an id, so that sessions of a host of the previous release have one too. It tells nothing of the token. */
function idOf(tokenHash: string): string {
  return createHash('sha256').update(`session ${tokenHash}`).digest('base64url').slice(0, 22)
}
