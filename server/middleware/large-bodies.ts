import { createMiddleware } from 'hono/factory'
import type { Env } from '../context'
import { giveWay, LARGE_BYTES, restSince } from '../give-way'
import { createTurns } from '../http/turns'

/** Handles large bodies of one user one by one, with rests between them, so that others go first. */
export function largeBodiesInTurn() {
  const turns = createTurns(1)
  return createMiddleware<Env>((c, next) => {
    if (c.get('bodyBytes').byteLength <= LARGE_BYTES) return next()
    return new Promise<void>((resolve, reject) => {
      turns.take(c.get('session').userId, async () => {
        await giveWay()
        const start = performance.now()
        await next().then(resolve, reject)
        await restSince(start)
      })
    })
  })
}
