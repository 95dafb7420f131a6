import { z } from '@hono/zod-openapi'
import type { AppContext } from '../context'
import type { TakeTurn } from '../fairness/large-responses'
import type { ListSender } from '../fairness/list-sender'
import { etagHeaders, tagsIn } from '../http/etag'
import { noteNotFound, Refused } from '../http/failures'
import { respond, respondJson } from '../http/respond'
import * as messages from '../messages'
import { deletedNote, ifMatch, note, noteParams } from '../openapi/schemas'
import type { Listing } from '../store/list-rows'
import { emptyTrash, eraseNote, listTrash, measureTrash, restoreNote, trashCutoff } from '../store/trash'
import { type Calls, failures, jsonWithETag } from './define-call'

export function trashHeaders(trashDays: number): Record<string, string> {
  return trashDays > 0 ? { 'Notas-Trash': String(trashDays) } : {}
}

export function trashRoutes(
  { call }: Calls,
  context: AppContext,
  lists: ListSender,
  takeTurn: TakeTurn,
): void {
  const { trashDays, now } = context
  const trashOf = (userId: string) => ({ userId, since: trashCutoff(now(), trashDays) })

  call('get', '/trash', {
    summary: 'All deleted notes that can be restored, deleted last first',
    responses: {
      200: jsonWithETag(
        z.array(deletedNote),
        'The notes, with an ETag for DELETE /trash; Notas-Trash says for how many days',
      ),
    },
  }).handle(async (c) => {
    const { userId } = c.get('session')
    // Read before the list, so that it never names a note that the list lacks.
    const { version, bytes } = await measureTrash(c.var.database, userId)
    const headers = { ...etagHeaders(userId, version), ...trashHeaders(trashDays) }
    const read = (listing: Listing) => listTrash(c.var.database, trashOf(userId), listing)
    return lists.send(c, { userId, headers, bytes, read })
  })

  call('post', '/trash/{id}/restore', {
    summary: 'Restore a note under its old id, as the newest edit',
    request: { params: noteParams },
    responses: { 200: jsonWithETag(note, 'The note, with its new ETag'), ...failures(404) },
  }).handle(async (c) => {
    const { id } = c.req.valid('param')
    const { userId } = c.get('session')
    await takeTurn(c, userId)
    const trash = trashOf(userId)
    const restored = await restoreNote(c.var.database, trash, id, now())
    if (!restored) throw noteNotFound()
    return respondJson(c, 200, restored.note, etagHeaders(restored.version))
  })

  call('delete', '/trash/{id}', {
    summary: 'Delete a note in the trash for good',
    request: { params: noteParams },
    responses: { 204: { description: 'Deleted for good' }, ...failures(404) },
  }).handle(async (c) => {
    const { id } = c.req.valid('param')
    if (!(await eraseNote(c.var.database, trashOf(c.get('session').userId), id))) throw noteNotFound()
    return respond(204, null)
  })

  call('delete', '/trash', {
    summary: 'Delete all notes in the trash for good; with If-Match, only if no other was deleted since',
    parameters: [ifMatch],
    responses: { 204: { description: 'Deleted for good' }, ...failures(412) },
  }).handle(async (c) => {
    const { userId, notesVersion } = c.get('session')
    const condition = c.req.header('If-Match')
    const version =
      condition === undefined ? notesVersion : (await measureTrash(c.var.database, userId)).version
    if (condition !== undefined && !hasSeen(condition, userId, version)) {
      throw new Refused('changed', messages.trashChanged)
    }
    await emptyTrash(c.var.database, userId, version)
    return respond(204, null)
  })
}

/** Whether a listing that the condition names was made after the last note was deleted. */
function hasSeen(condition: string, userId: string, version: number): boolean {
  const isSeen = (tag: string) =>
    tag.startsWith(`${userId}.`) && Number(tag.slice(userId.length + 1)) >= version
  return condition.trim() === '*' || tagsIn(condition).some(isSeen)
}
