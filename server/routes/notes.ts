import { randomUUID } from 'node:crypto'
import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { HTTPException } from 'hono/http-exception'
import * as messages from '@/lib/domain/messages'
import { etagOf, matches } from '../etags'
import type { Env, Host } from '../host'
import { authenticate } from '../middleware/authenticate'
import { jsonBody } from '../middleware/json-body'
import { note, noteText } from '../schemas'
import {
  createNote,
  deleteNote,
  findNote,
  listNotesAsJson,
  type StoredNote,
  updateNote,
} from '../store/notes'
import { body, failures, json } from './answers'

const security = [{ token: [] }]

/** Ids are UUIDs: what is not one names no note, and the database is not asked. */
const params = z.object({ id: z.string() })
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const ifMatch = z.object({ 'if-match': z.string().optional() })

export function noteRoutes(api: OpenAPIHono<Env>, host: Host): void {
  const { database } = host
  const whose = authenticate(host)
  const writes = [whose, jsonBody({ otherTypes: 415 })]

  api.openapi(
    createRoute({
      method: 'get',
      path: '/notes',
      summary: 'All notes, newest edit first',
      security,
      middleware: [whose],
      responses: {
        200: json(z.array(note), 'The notes, with an ETag'),
        304: { description: 'They are as If-None-Match has them' },
        ...failures(401, 503),
      },
    }),
    async (c) => {
      const { userId, notesVersion } = c.get('session')
      const etag = etagOf(userId, notesVersion)
      const isUnchanged = matches(c.req.header('If-None-Match'), etag, 'weakly')
      const list = isUnchanged ? null : await listNotesAsJson(database, userId)

      // Only now: a failure must not be cached under the tag of the list.
      c.header('Cache-Control', 'private, no-cache')
      c.header('Vary', 'Authorization', { append: true })
      c.header('ETag', etag)
      if (list === null) return c.body(null, 304)
      c.header('Content-Type', 'application/json')
      return c.body(list, 200) as never
    },
  )

  api.openapi(
    createRoute({
      method: 'get',
      path: '/notes/{id}',
      summary: 'One note',
      security,
      middleware: [whose],
      request: { params },
      responses: { 200: json(note, 'The note, with a strong ETag'), ...failures(401, 404, 503) },
    }),
    async (c) => {
      const found = await find(c.get('session').userId, c.req.valid('param').id)
      c.header('ETag', etagOf(found.version))
      return c.json(found.note, 200)
    },
  )

  api.openapi(
    createRoute({
      method: 'post',
      path: '/notes',
      summary: 'Create a note',
      security,
      middleware: writes,
      request: body(noteText),
      responses: { 201: json(note, 'The note, with a strong ETag'), ...failures(400, 401, 413, 415, 503) },
    }),
    async (c) => {
      const created = await createNote(database, c.get('session').userId, randomUUID(), c.req.valid('json'))
      if (!created) throw new HTTPException(401, { message: messages.notSignedIn })
      c.header('ETag', etagOf(created.version))
      return c.json(created.note, 201)
    },
  )

  api.openapi(
    createRoute({
      method: 'put',
      path: '/notes/{id}',
      summary: 'Replace a note, where If-Match is sent only as long as that holds',
      security,
      middleware: writes,
      request: { params, headers: ifMatch, ...body(noteText) },
      responses: {
        200: json(note, 'The note, with its new strong ETag'),
        ...failures(400, 401, 404, 412, 413, 415, 503),
      },
    }),
    async (c) => {
      const { userId } = c.get('session')
      const { id } = c.req.valid('param')
      const condition = c.req.header('If-Match')
      const expected = condition === undefined ? undefined : (await find(userId, id)).version
      if (expected !== undefined && !matches(condition, etagOf(expected), 'strongly')) throw changed()

      const updated = UUID.test(id)
        ? await updateNote(database, userId, id, c.req.valid('json'), expected)
        : undefined
      if (!updated) throw expected === undefined ? notFound() : changed()
      c.header('ETag', etagOf(updated.version))
      return c.json(updated.note, 200)
    },
  )

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/notes/{id}',
      summary: 'Delete a note',
      security,
      middleware: [whose],
      request: { params },
      responses: { 204: { description: 'Deleted' }, ...failures(401, 404, 503) },
    }),
    async (c) => {
      const { id } = c.req.valid('param')
      const isDeleted = UUID.test(id) && (await deleteNote(database, c.get('session').userId, id))
      if (!isDeleted) throw notFound()
      return c.body(null, 204)
    },
  )

  async function find(userId: string, id: string): Promise<StoredNote> {
    const found = UUID.test(id) ? await findNote(database, userId, id) : undefined
    if (!found) throw notFound()
    return found
  }
}

function notFound(): HTTPException {
  return new HTTPException(404, { message: messages.noteNotFound })
}

function changed(): HTTPException {
  return new HTTPException(412, { message: messages.noteChanged })
}
