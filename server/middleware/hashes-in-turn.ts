import { createMiddleware } from 'hono/factory'
import type { AppContext, Env } from '../context'

/** Goes last: what is checked before a password is hashed is then checked as late as possible. */
export function hashesInTurn({ passwords }: AppContext) {
  return createMiddleware<Env>((c, next) =>
    passwords.hashesOfNetwork.take(c.get('client').networks.at(-1) ?? '', next),
  )
}
