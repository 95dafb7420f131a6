import { createMiddleware } from 'hono/factory'
import type { Env } from '../context'
import { giveWay } from '../give-way'
import { createTurns } from '../http/turns'

const LARGE_BYTES = 64 * 1024

/** Lets large bodies of one user be handled one by one, and others go first. */
export function largeBodiesInTurn() {
  const turns = createTurns(1)
  return createMiddleware<Env>(async (c, next) => {
    if (c.get('bodyBytes').byteLength <= LARGE_BYTES) return next()
    return turns.take(c.get('session').userId, async () => {
      await giveWay()
      return next()
    })
  })
}
