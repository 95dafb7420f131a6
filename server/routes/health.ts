import { z } from '@hono/zod-openapi'
import type { AppContext } from '../context'
import { isOfThisMachine } from '../http/client'
import { respondJson } from '../http/respond'
import { isUsed } from '../store/migrations'
import { type Calls, failures, json } from './define-call'

export function healthRoute({ publicCall }: Calls, { database, release }: AppContext): void {
  publicCall('get', '/health', {
    summary: 'Whether the host can reach its database; for its own machine also which release it is',
    responses: { 200: json(z.object({ status: z.literal('ok') }), 'It can'), ...failures(503) },
  }).handle(async (c) => {
    await isUsed(database)
    return respondJson(c, 200, { status: 'ok' as const, ...(isOfThisMachine(c) && release) })
  })
}
