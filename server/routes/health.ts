import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { AppContext, Env } from '../context'
import { isOfThisMachine } from '../http/client'
import { respondJson } from '../http/respond'
import { failures, json } from '../openapi/responses'
import { isUsed } from '../store/migrations'

export function healthRoute(api: OpenAPIHono<Env>, { database, release }: AppContext): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/health',
      summary: 'Whether the host can reach its database; for its own machine also which release it is',
      responses: { 200: json(z.object({ status: z.literal('ok') }), 'It can'), ...failures(503) },
    }),
    async (c) => {
      await isUsed(database)
      return respondJson(c, 200, { status: 'ok' as const, ...(isOfThisMachine(c) && release) })
    },
  )
}
