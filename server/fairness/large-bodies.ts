import { createMiddleware } from 'hono/factory'
import type { Env } from '../context'
import { LARGE_BYTES, type TakeTurn } from './large-responses'
import { workInTurn } from './work-in-turn'

/** Handles large bodies of one user one by one. */
export function largeBodiesInTurn(takeTurn: TakeTurn) {
  return createMiddleware<Env>(async (c, next) => {
    if (c.get('bodyBytes').byteLength <= LARGE_BYTES) return next()
    await workInTurn(takeTurn, c, c.get('session').userId, next)
  })
}
