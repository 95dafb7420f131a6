import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppContext, Env } from '../context'
import { clientOf, sentPath } from '../http/client'
import { notSignedIn, Refused } from '../http/failures'
import { isNoteId } from '../openapi/schemas'
import { LARGE_BYTES } from '../pace/sizes'
import { findSession, type Session, touchSession } from '../store/sessions'
import { readToken, type TokenOf } from '../store/tokens'

/** Requires a session. `readsNote` reads the note of the path in the same round trip to the database. */
export function authenticate(context: AppContext, { readsNote = false } = {}) {
  return createMiddleware<Env>(async (c, next) => {
    const id = c.req.param('id') ?? ''
    setToken(c)
    await loadSession(c, context, readsNote && isNoteId(id) ? id : undefined)
    await next()
  })
}

/** Requires a session. That of a token used before is checked by the handler's write, unless the body is large. */
export function authenticateInWrite(context: AppContext) {
  return createMiddleware<Env>(async (c, next) => {
    const { tokenHash } = setToken(c)
    const isSmall = Number(c.req.header('Content-Length') ?? Number.NaN) <= LARGE_BYTES
    const userId = isSmall ? context.knownUsers.get(tokenHash) : undefined
    if (userId === undefined) await loadSession(c, context)
    else {
      c.set('writerId', userId)
      c.set('database', context.database.queued(userId))
    }
    await next()
    // Without a session the answer is 401, whatever else is wrong with the request.
    if (!c.get('session') && c.error instanceof Refused && c.error.status !== 401)
      await loadSession(c, context)
  })
}

export async function loadSession(
  c: Context<Env>,
  { database, knownUsers, trustedProxies, log, now }: AppContext,
  noteId?: string,
): Promise<Session> {
  const { tokenHash, userId } = c.get('token')
  const known = knownUsers.get(tokenHash)
  const queue = known ?? clientOf(c, trustedProxies).networks.at(-1) ?? ''
  const session = await findSession(database.queued(queue), { tokenHash, userId, now: now(), noteId })
  if (!session) throw notSignedIn()
  if (known !== session.userId) knownUsers.set(tokenHash, session.userId)
  c.set('database', database.queued(session.userId))
  if (session.needsTouch) {
    touchSession(c.get('database'), { userId: session.userId, tokenHash }, now()).catch((cause: unknown) => {
      log.error({ requestId: c.get('requestId'), path: sentPath(c) }, cause)
    })
  }
  c.set('session', session)
  return session
}

function setToken(c: Context<Env>): TokenOf {
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(c.req.header('Authorization') ?? '')?.[1]
  if (!token) throw notSignedIn()
  const read = readToken(token)
  c.set('token', read)
  return read
}

/** Rejects if the session of a request that was signed in has ended. */
export async function checkSession(c: Context<Env>, { now }: AppContext): Promise<void> {
  if (!(await findSession(c.get('database'), { ...c.get('token'), now: now() }))) throw notSignedIn()
}
