import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { HTTPException } from 'hono/http-exception'
import type { AppContext, Env } from '../context'
import type { TakeTurn } from '../fairness/large-responses'
import { etagOf } from '../http/etag'
import { noteNotFound } from '../http/failures'
import type { ListSender } from '../http/list-sender'
import { respond, respondJson } from '../http/respond'
import * as messages from '../messages'
import { signedIn } from '../middleware/authenticate'
import { failures, json } from '../openapi/responses'
import { deletedNote, ifMatch, note, noteParams } from '../openapi/schemas'
import { trashCutoff, trashHeaders } from '../purge-trash'
import type { Listing } from '../store/list-rows'
import { emptyTrash, eraseNote, listTrash, measureTrash, restoreNote } from '../store/trash'

export function trashRoutes(
  api: OpenAPIHono<Env>,
  context: AppContext,
  lists: ListSender,
  takeTurn: TakeTurn,
): void {
  const { database, trashDays, now } = context
  const trashOf = (userId: string) => ({ userId, since: trashCutoff(now(), trashDays) })

  api.openapi(
    createRoute({
      method: 'get',
      path: '/trash',
      summary: 'All deleted notes that can be restored, deleted last first',
      ...signedIn(context),
      responses: {
        200: json(
          z.array(deletedNote),
          'The notes, with a strong ETag for DELETE /trash; Notas-Trash says for how many days',
        ),
        ...failures(401, 503),
      },
    }),
    async (c) => {
      const { userId } = c.get('session')
      // Read before the list, so that it never names a note that the list lacks.
      const { version, bytes } = await measureTrash(database, userId)
      const headers = { ETag: etagOf(userId, version), ...trashHeaders(trashDays) }
      const read = (listing: Listing) => listTrash(database, trashOf(userId), listing)
      return lists.send(c, { userId, headers, bytes, read })
    },
  )

  api.openapi(
    createRoute({
      method: 'post',
      path: '/trash/{id}/restore',
      summary: 'Restore a note under its old id, as the newest edit',
      ...signedIn(context),
      request: { params: noteParams },
      responses: { 200: json(note, 'The note, with its new strong ETag'), ...failures(401, 404, 503) },
    }),
    async (c) => {
      const { id } = c.req.valid('param')
      const { userId } = c.get('session')
      await takeTurn(c, userId)
      const trash = trashOf(userId)
      const restored = await restoreNote(database, trash, id, now())
      if (!restored) throw noteNotFound()
      return respondJson(c, 200, restored.note, { ETag: etagOf(restored.version) })
    },
  )

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/trash/{id}',
      summary: 'Delete a note in the trash for good',
      ...signedIn(context),
      request: { params: noteParams },
      responses: { 204: { description: 'Deleted for good' }, ...failures(401, 404, 503) },
    }),
    async (c) => {
      const { id } = c.req.valid('param')
      if (!(await eraseNote(database, trashOf(c.get('session').userId), id))) throw noteNotFound()
      return respond(204, null)
    },
  )

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/trash',
      summary: 'Delete all notes in the trash for good; with If-Match, only if no other was deleted since',
      ...signedIn(context),
      parameters: [ifMatch],
      responses: { 204: { description: 'Deleted for good' }, ...failures(401, 412, 503) },
    }),
    async (c) => {
      const { userId, notesVersion } = c.get('session')
      const condition = c.req.header('If-Match')
      const version = condition === undefined ? notesVersion : (await measureTrash(database, userId)).version
      if (condition !== undefined && !hasSeen(condition, userId, version)) {
        throw new HTTPException(412, { message: messages.trashChanged })
      }
      await emptyTrash(database, userId, version)
      return respond(204, null)
    },
  )
}

/** Whether a listing that the condition names was made after the last note was deleted. */
function hasSeen(condition: string, userId: string, version: number): boolean {
  const seen = condition.matchAll(new RegExp(`(?<!W/)"${userId}\\.(\\d+)"`, 'g'))
  return condition.trim() === '*' || [...seen].some(([, tag]) => Number(tag) >= version)
}
