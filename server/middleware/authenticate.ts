import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import { hashToken } from '../auth/tokens'
import type { Env, Host } from '../context'
import * as messages from '../messages'
import { isNoteId } from '../openapi/schemas'
import { findSession, touchSession } from '../store/sessions'

/**
 * Lets only requests pass that carry a living session's token, and tells the route whose it is.
 *
 * @param readsNote whether to read the note that the address names, in the same round trip to the database
 */
export function authenticate({ database, log, now }: Host, { readsNote = false } = {}) {
  return createMiddleware<Env>(async (c, next) => {
    const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(c.req.header('Authorization') ?? '')?.[1]
    const tokenHash = token && hashToken(token)
    const id = c.req.param('id') ?? ''
    const noteId = readsNote && isNoteId(id) ? id : undefined
    const session = tokenHash && (await findSession(database, { tokenHash, now: now(), noteId }))
    if (!session) throw notSignedIn()

    if (!session.isUseNoted) {
      touchSession(database, tokenHash, now()).catch((cause: unknown) => {
        log.error({ requestId: c.get('requestId'), path: c.req.path }, cause)
      })
    }
    c.set('session', session)
    c.set('tokenHash', tokenHash)
    await next()
  })
}

export function notSignedIn(): HTTPException {
  const res = new Response(null, { headers: { 'WWW-Authenticate': 'Bearer' } })
  return new HTTPException(401, { message: messages.notSignedIn, res })
}
