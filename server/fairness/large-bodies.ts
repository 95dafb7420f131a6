import { createMiddleware } from 'hono/factory'
import { createTurns } from './turns'
import { restSince, yieldToOthers } from './yield-to-others'

/** Each step of handling a longer text needs milliseconds: other requests are served between the steps. */
export const LARGE_BYTES = 64 * 1024

type OfUser = { Variables: { bodyBytes: ArrayBuffer; session: { userId: string } } }

/** Handles large bodies of one user one by one, with rests between them, so that others go first. */
export function largeBodiesInTurn() {
  const turns = createTurns(1)
  return createMiddleware<OfUser>((c, next) => {
    if (c.get('bodyBytes').byteLength <= LARGE_BYTES) return next()
    return new Promise<void>((resolve, reject) => {
      turns.take(c.get('session').userId, async () => {
        await yieldToOthers()
        const start = performance.now()
        await next().then(resolve, reject)
        await restSince(start)
      })
    })
  })
}
