import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import type { AppContext } from '../context'
import * as messages from '../messages'

/** Refuses everything where the provider alone signs in. */
export function withPasswords({ onlyProvider }: AppContext) {
  return createMiddleware(async (_c, next) => {
    if (onlyProvider === undefined) return next()
    throw new HTTPException(403, { message: messages.onlyProvider(onlyProvider) })
  })
}
