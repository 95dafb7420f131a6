import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { Env, Host } from '../context'
import { respondJson } from '../http/respond'
import { failures, json } from '../openapi/responses'
import { ping } from '../store/migrations'

export function healthRoute(api: OpenAPIHono<Env>, { database }: Host): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/health',
      summary: 'Whether the host can do its work',
      responses: { 200: json(z.object({ status: z.literal('ok') }), 'It can'), ...failures(503) },
    }),
    async (c) => {
      await ping(database)
      return respondJson(c, 200, { status: 'ok' as const })
    },
  )
}
