import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { z } from '@hono/zod-openapi'
import type { AppContext } from '../context'
import { type LargeResponses, workInTurn } from '../fairness/large-responses'
import type { ListSender } from '../fairness/list-sender'
import { limitNoteBodies } from '../fairness/note-bodies'
import { etagHeaders, etagOf, matches } from '../http/etag'
import { noteNotFound, Refused } from '../http/failures'
import { respond, respondJson } from '../http/respond'
import * as messages from '../messages'
import { authenticateInWrite, authenticateWithNote } from '../middleware/authenticate'
import { noteBody } from '../middleware/json-body'
import {
  idempotencyKey,
  ifMatch,
  isKey,
  note,
  noteId,
  noteParams,
  noteText,
  noteVersion,
} from '../openapi/schemas'
import { createNoteOnce, noteIdOf } from '../store/keyed-notes'
import type { Listing } from '../store/list-rows'
import { createNote, deleteNote, findNote, listNotes, type StoredNote, updateNote } from '../store/notes'
import { trashCutoff } from '../store/trash'
import { listVersions, measureVersions } from '../store/versions'
import { body, type Calls, ETAG_HEADERS, failures, json, jsonWithETag } from './define-call'
import { changed, noteWrites } from './note-writes'
import { trashHeaders } from './trash'

const HAS_VERSIONS = { 'Notas-Versions': 'yes' }

export function noteRoutes(
  { call }: Calls,
  context: AppContext,
  lists: ListSender,
  turns: LargeResponses,
): void {
  const { trashDays, versionsPerNote, now } = context
  const { store, storeInSession, expectedVersion } = noteWrites(context)
  const features = {
    'Notas-Features': `idempotency-key, delete-if-match${versionsPerNote > 0 ? ', versions' : ''}`,
  }
  const writes = {
    authentication: authenticateInWrite(context),
    middleware: [noteBody(limitNoteBodies(context), turns.writes)],
  }

  call('get', '/notes', {
    summary: 'All notes, newest edit first',
    responses: {
      200: jsonWithETag(z.array(note), 'The notes; Notas-Features names what else this host does'),
      304: { description: 'Unchanged since If-None-Match', headers: ETAG_HEADERS },
    },
  }).handle(async (c) => {
    const { userId, notesVersion, listBytes } = c.get('session')
    const etag = etagOf(userId, notesVersion)
    const headers = { ...etagHeaders(userId, notesVersion), ...features }
    if (matches(c.req.header('If-None-Match'), etag))
      return respond(304, null, { ...headers, Vary: 'Accept-Encoding' })
    const read = (listing: Listing) => listNotes(c.var.database, userId, listing)
    return lists.send(c, { userId, headers, cacheKey: etag, bytes: listBytes, read })
  })

  call('get', '/notes/{id}', {
    summary: 'One note',
    authentication: authenticateWithNote(context),
    parameters: [noteId],
    responses: {
      200: jsonWithETag(note, 'The note, with Notas-Features, and Notas-Versions if it has earlier texts'),
      ...failures(404),
    },
  }).handle(async (c) => {
    const [userId = '', note] = [c.get('userId'), c.get('note')]
    const respondWith = (found: StoredNote | undefined) => {
      if (!found) throw noteNotFound()
      const versions = versionsPerNote > 0 && found.keptAt !== undefined ? HAS_VERSIONS : undefined
      return respondJson(c, 200, found.note, etagHeaders(found.version), features, versions)
    }
    if (note !== 'large') return respondWith(note)
    return workInTurn(turns.wholes, c, userId, async () =>
      respondWith(await findNote(c.var.database, userId, c.req.param('id') ?? '')),
    )
  })

  call('post', '/notes', {
    summary: 'Create a note; with Idempotency-Key, once for each key',
    ...writes,
    parameters: [idempotencyKey],
    request: body(noteText),
    responses: {
      201: jsonWithETag(
        note,
        'The note with the text of the request, and the ETag of its creation; Notas-Trash if it is in the trash',
      ),
      ...failures(400, 408, 413, 415, 422, 507),
    },
  }).handle(async (c) => {
    const text = c.req.valid('json')
    // Not Hono's, which trims two empty keys to ','.
    const key = (c.env as HttpBindings).incoming.headers['idempotency-key']?.toString()
    if (key === undefined) {
      const id = randomUUID()
      const created = await store(c, text, (write) => createNote(c.var.database, write, id, text))
      return respondJson(c, 201, created.note, etagHeaders(created.version))
    }
    if (!isKey(key)) throw new Refused('invalid', messages.malformedKey)
    const { note, version, isInTrash } = await storeInSession(c, (write) => {
      const since = trashCutoff(write.now, trashDays)
      return createNoteOnce(c.var.database, { ...write, since }, noteIdOf(write.userId, key), text)
    })
    const etag = version === undefined ? undefined : etagHeaders(version)
    return respondJson(c, 201, note, etag, isInTrash ? trashHeaders(trashDays) : undefined)
  })

  call('put', '/notes/{id}', {
    summary: 'Replace a note; with If-Match, only while it holds',
    ...writes,
    parameters: [ifMatch],
    request: { params: noteParams, ...body(noteText) },
    responses: {
      200: jsonWithETag(note, 'The note, with its new ETag'),
      ...failures(400, 404, 408, 412, 413, 415, 507),
    },
  }).handle(async (c) => {
    const { id } = c.req.valid('param')
    const text = c.req.valid('json')
    const expected = await expectedVersion(c, id)
    const updated = await store(c, text, (edit) => updateNote(c.var.database, edit, id, text, expected))
    return respondJson(c, 200, updated.note, etagHeaders(updated.version))
  })

  call('delete', '/notes/{id}', {
    summary: 'Delete a note; with If-Match, only while it holds',
    parameters: [ifMatch],
    request: { params: noteParams },
    responses: {
      204: { description: 'Deleted; Notas-Trash says for how many days the note can be restored' },
      ...failures(404, 412),
    },
  }).handle(async (c) => {
    const { id } = c.req.valid('param')
    const { userId } = c.get('session')
    const expected = await expectedVersion(c, id)
    const deletion = { userId, now: now(), keepsInTrash: trashDays > 0 }
    if (!(await deleteNote(c.var.database, deletion, id, expected))) {
      const isChanged = expected !== undefined && (await findNote(c.var.database, userId, id))
      throw isChanged ? changed() : noteNotFound()
    }
    return respond(204, null, trashHeaders(trashDays))
  })
}

export function versionRoutes({ call }: Calls, lists: ListSender): void {
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
    const bytes = await measureVersions(c.var.database, userId, id)
    if (bytes === undefined) throw noteNotFound()
    const read = (listing: Listing) => listVersions(c.var.database, userId, listing, id)
    return lists.send(c, { userId, headers: {}, bytes, read })
  })
}
