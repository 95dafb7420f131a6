import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppContext, Env } from '../context'
import { clientOf, sentPath } from '../http/client'
import { notSignedIn, Refused } from '../http/failures'
import { isNoteId } from '../openapi/schemas'
import { LARGE_BYTES } from '../pace/sizes'
import type { Database } from '../store/database'
import { findSession, findSessionWithNote, type Session, touchSession } from '../store/sessions'
import { readToken, type TokenOf } from '../store/tokens'

type Found = Pick<Session, 'userId' | 'needsTouch'>

export function authenticate(context: AppContext) {
  return createMiddleware<Env>(async (c, next) => {
    setToken(c)
    await loadSession(c, context)
    await next()
  })
}

/** Requires a session, and reads the note of the path with it: an id that no note can have finds none. */
export function authenticateWithNote(context: AppContext) {
  return createMiddleware<Env>(async (c, next) => {
    const id = c.req.param('id') ?? ''
    const noteId = isNoteId(id) ? id : ''
    setToken(c)
    const { userId, note } = await find(c, context, (database, asked) =>
      findSessionWithNote(database, asked, noteId),
    )
    c.set('userId', userId)
    c.set('note', note)
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
      c.set('userId', userId)
      c.set('database', context.database.queued(userId))
    }
    await next()
    // Without a session the answer is 401, whatever else is wrong with the request.
    if (!c.get('session') && c.error instanceof Refused && c.error.status !== 401)
      await loadSession(c, context)
  })
}

export async function loadSession(c: Context<Env>, context: AppContext): Promise<Session> {
  const session = await find(c, context, findSession)
  c.set('session', session)
  return session
}

async function find<Session extends Found>(
  c: Context<Env>,
  { database, knownUsers, trustedProxies, log, now }: AppContext,
  findIn: (database: Database, asked: TokenOf & { now: number }) => Promise<Session | undefined>,
): Promise<Session> {
  const { tokenHash, userId } = c.get('token')
  const known = knownUsers.get(tokenHash)
  const queue = known ?? clientOf(c, trustedProxies).networks.at(-1) ?? ''
  const session = await findIn(database.queued(queue), { tokenHash, userId, now: now() })
  if (!session) throw notSignedIn()
  if (known !== session.userId) knownUsers.set(tokenHash, session.userId)
  c.set('database', database.queued(session.userId))
  if (session.needsTouch) {
    touchSession(c.get('database'), { userId: session.userId, tokenHash }, now()).catch((cause: unknown) => {
      log.error({ requestId: c.get('requestId'), path: sentPath(c) }, cause)
    })
  }
  return session
}

function setToken(c: Context<Env>): TokenOf {
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(c.req.header('Authorization') ?? '')?.[1]
  if (!token) throw notSignedIn()
  const read = readToken(token)
  c.set('token', read)
  return read
}

export async function checkSession(c: Context<Env>, { now }: AppContext): Promise<void> {
  if (!(await findSession(c.get('database'), { ...c.get('token'), now: now() }))) throw notSignedIn()
}
