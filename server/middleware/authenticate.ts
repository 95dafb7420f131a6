import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import { hashToken } from '../auth/tokens'
import type { AppContext, Env } from '../context'
import * as messages from '../messages'
import { isNoteId } from '../openapi/schemas'
import type { Listing } from '../store/list-rows'
import { findSession, touchSession } from '../store/sessions'

/** Parts of a route that needs a session; `middleware` runs after the check of the session. */
export function signedIn(context: AppContext, ...middleware: MiddlewareHandler[]) {
  return {
    security: [{ token: [] }],
    middleware: [authenticate(context), ...middleware] as MiddlewareHandler<Env>[],
  }
}

/** Requires a session. `readsNote` reads the note of the path in the same round trip to the database. */
export function authenticate({ database, log, now }: AppContext, { readsNote = false } = {}) {
  return createMiddleware<Env>(async (c, next) => {
    const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(c.req.header('Authorization') ?? '')?.[1]
    const tokenHash = token && hashToken(token)
    const id = c.req.param('id') ?? ''
    const noteId = readsNote && isNoteId(id) ? id : undefined
    const session = tokenHash && (await findSession(database, { tokenHash, now: now(), noteId }))
    if (!session) throw notSignedIn()

    if (session.needsTouch) {
      touchSession(database, tokenHash, now()).catch((cause: unknown) => {
        log.error({ requestId: c.get('requestId'), path: c.req.path }, cause)
      })
    }
    c.set('session', session)
    c.set('tokenHash', tokenHash)
    await next()
  })
}

/** Yields the pages of a list; one that is sent while it is read fails once its session has ended. */
export async function* whileSignedIn<Page>(
  c: Context<Env>,
  { database, now }: AppContext,
  { rests }: Listing,
  pages: AsyncIterable<Page>,
): AsyncGenerator<Page> {
  const tokenHash = c.get('tokenHash')
  for await (const page of pages) {
    yield page
    if (rests && !(await findSession(database, { tokenHash, now: now() }))) throw notSignedIn()
  }
}

export function notSignedIn(): HTTPException {
  const res = new Response(null, { headers: { 'WWW-Authenticate': 'Bearer' } })
  return new HTTPException(401, { message: messages.notSignedIn, res })
}
