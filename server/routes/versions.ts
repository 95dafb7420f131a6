import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { AppContext, Env } from '../context'
import { noteNotFound } from '../http/failures'
import type { ListSender } from '../http/list-sender'
import { signedIn } from '../middleware/authenticate'
import { failures, json } from '../openapi/responses'
import { noteParams, noteVersion } from '../openapi/schemas'
import type { Listing } from '../store/list-rows'
import { listVersions, measureVersions } from '../store/versions'

export function versionRoutes(api: OpenAPIHono<Env>, context: AppContext, lists: ListSender): void {
  const { database } = context

  api.openapi(
    createRoute({
      method: 'get',
      path: '/notes/{id}/versions',
      summary: 'Earlier texts of a note, newest first',
      ...signedIn(context),
      request: { params: noteParams },
      responses: {
        200: json(z.array(noteVersion), 'The texts; savedAt is when that text was saved'),
        ...failures(401, 404, 503),
      },
    }),
    async (c) => {
      const { userId } = c.get('session')
      const { id } = c.req.valid('param')
      const bytes = await measureVersions(database, userId, id)
      if (bytes === undefined) throw noteNotFound()
      const read = (listing: Listing) => listVersions(database, userId, listing, id)
      return lists.send(c, { userId, headers: {}, bytes, read })
    },
  )
}
