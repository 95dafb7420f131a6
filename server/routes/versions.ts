import { z } from '@hono/zod-openapi'
import type { AppContext } from '../context'
import { noteNotFound } from '../http/failures'
import type { ListSender } from '../http/list-sender'
import { type Calls, failures, json } from '../openapi/calls'
import { noteParams, noteVersion } from '../openapi/schemas'
import type { Listing } from '../store/list-rows'
import { listVersions, measureVersions } from '../store/versions'

export function versionRoutes({ call }: Calls, context: AppContext, lists: ListSender): void {
  const { database } = context

  call('get', '/notes/{id}/versions', {
    summary: 'Earlier texts of a note, newest first',
    request: { params: noteParams },
    responses: {
      200: json(z.array(noteVersion), 'The texts; savedAt is when that text was saved'),
      ...failures(404),
    },
  }).handle(async (c) => {
    const { userId } = c.get('session')
    const { id } = c.req.valid('param')
    const bytes = await measureVersions(database, userId, id)
    if (bytes === undefined) throw noteNotFound()
    const read = (listing: Listing) => listVersions(database, userId, listing, id)
    return lists.send(c, { userId, headers: {}, bytes, read })
  })
}
