import { createMiddleware } from 'hono/factory'
import type { AppContext, InTurn } from '../context'
import { Refused } from '../http/failures'
import * as messages from '../messages'

export function requirePasswords({ onlyProvider }: AppContext) {
  return createMiddleware(async (_c, next) => {
    if (onlyProvider === undefined) return next()
    throw new Refused('passwords-off', messages.onlyProvider(onlyProvider))
  })
}

/** A request that is refused by its shape never waits for this turn. */
export function hashesInTurn({ passwords }: AppContext): InTurn {
  return (c, handle) => passwords.ofNetwork(c.get('client').networks.at(-1) ?? '', handle)
}
