import type { Context } from 'hono'
import type { TakeTurn } from './large-responses'
import { restSince, yieldToOthers } from './yield-to-others'

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
