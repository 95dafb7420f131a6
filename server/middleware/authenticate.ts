import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import * as messages from '@/lib/domain/messages'
import type { Env, Host } from '../host'
import { findSession, noteUse } from '../store/sessions'
import { hashToken } from '../tokens'

/** Lets only requests pass that carry a living session's token, and tells the route whose it is. */
export function authenticate({ database, log, now }: Host) {
  return createMiddleware<Env>(async (c, next) => {
    const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(c.req.header('Authorization') ?? '')?.[1]
    const tokenHash = token && hashToken(token)
    const session = tokenHash && (await findSession(database, { tokenHash, now: now() }))
    if (!session) {
      c.header('WWW-Authenticate', 'Bearer')
      throw new HTTPException(401, { message: messages.notSignedIn })
    }
    if (!session.isUseNoted) {
      noteUse(database, tokenHash, now()).catch((cause: unknown) => {
        log.error({ requestId: c.get('requestId'), path: c.req.path }, cause)
      })
    }
    c.set('session', session)
    c.set('tokenHash', tokenHash)
    await next()
  })
}
