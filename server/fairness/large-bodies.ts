import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../context'
import { LARGE_BYTES, type TakeTurn } from './large-responses'
import { restSince, yieldToOthers } from './yield-to-others'

export function largeBodiesInTurn(takeTurn: TakeTurn) {
  return createMiddleware<Env>(async (c, next) => {
    if (c.get('bodyBytes').byteLength <= LARGE_BYTES) return next()
    await workInTurn(takeTurn, c, c.get('session').userId, next)
  })
}

/** Works in a turn, and rests in it afterwards, so that others go first. */
export async function workInTurn<Result>(
  takeTurn: TakeTurn,
  c: Context,
  userId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const turn = await takeTurn(c, userId)
  await yieldToOthers()
  const start = performance.now()
  const result = await work()
  turn.keepUntil(restSince(start))
  return result
}
