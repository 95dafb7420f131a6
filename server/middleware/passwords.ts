import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import type { AppContext, Env } from '../context'
import * as messages from '../messages'

/** Refuses everything where the provider alone signs in. */
export function withPasswords({ onlyProvider }: AppContext) {
  return createMiddleware(async (_c, next) => {
    if (onlyProvider === undefined) return next()
    throw new HTTPException(403, { message: messages.onlyProvider(onlyProvider) })
  })
}

/** Must come last, so that whatever is checked before a password is hashed is checked as late as possible. */
export function hashesInTurn({ passwords }: AppContext) {
  return createMiddleware<Env>((c, next) => passwords.ofNetwork(c.get('client').networks.at(-1) ?? '', next))
}
