import { randomUUID } from 'node:crypto'
import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { NoteText } from '@/lib/domain/note'
import type { AppContext, Env } from '../context'
import { largeBodiesInTurn, workInTurn } from '../fairness/large-bodies'
import type { LargeResponses } from '../fairness/large-responses'
import { etagOf, matches } from '../http/etag'
import { noteNotFound, notSignedIn } from '../http/failures'
import type { ListSender } from '../http/list-sender'
import { respond, respondJson } from '../http/respond'
import * as messages from '../messages'
import {
  authenticate,
  authenticateInWrite,
  loadSession,
  signedIn,
  whileSignedIn,
} from '../middleware/authenticate'
import { bodyBytes, parsedJson } from '../middleware/json-body'
import { body, failures, json } from '../openapi/responses'
import { idempotencyKey, ifMatch, isNoteId, note, noteText, params } from '../openapi/schemas'
import { trashCutoff, trashHeaders } from '../purge-trash'
import { createNoteOnce, noteIdOf } from '../store/keyed-notes'
import {
  bytesOf,
  createNote,
  deleteNote,
  type Edit,
  findNote,
  insertNote,
  listNotes,
  replaceNote,
  type Stored,
  type StoredNote,
  updateNote,
  type Write,
} from '../store/notes'
import { mayWrite } from '../store/sessions'
import { deleteVersionsAbove, keepNewestVersions } from '../store/versions'

const NO_ROOM = { notes: 0, bytes: 0 }

export function noteRoutes(
  api: OpenAPIHono<Env>,
  context: AppContext,
  lists: ListSender,
  turns: LargeResponses,
): void {
  const { database, quota, isDiskLow, trashDays, versionsPerNote, now, log } = context
  const features = {
    'Notas-Features': `idempotency-key, delete-if-match${versionsPerNote > 0 ? ', versions' : ''}`,
  }
  const writes = {
    ...signedIn(context),
    middleware: [
      authenticateInWrite(context),
      bodyBytes({ otherTypes: 415 }),
      largeBodiesInTurn(turns.writes),
      parsedJson,
    ],
  }

  api.openapi(
    createRoute({
      method: 'get',
      path: '/notes',
      summary: 'All notes, newest edit first',
      ...signedIn(context),
      responses: {
        200: json(z.array(note), 'The notes, with an ETag; Notas-Features names what else this host does'),
        304: { description: 'Unchanged since If-None-Match' },
        ...failures(401, 503),
      },
    }),
    async (c) => {
      const { userId, notesVersion, listBytes } = c.get('session')
      const etag = etagOf(userId, notesVersion)
      const headers = { ETag: etag, ...features }
      const isUnchanged = matches(c.req.header('If-None-Match'), etag, 'weak')
      return isUnchanged
        ? respond(304, null, { ...headers, Vary: 'Accept-Encoding' })
        : lists.send(c, {
            userId,
            headers,
            cacheKey: etag,
            bytes: listBytes,
            read: (listing) => whileSignedIn(c, context, listing, listNotes(database, userId, listing)),
          })
    },
  )

  api.openapi(
    createRoute({
      method: 'get',
      path: '/notes/{id}',
      summary: 'One note',
      ...signedIn(context),
      middleware: [authenticate(context, { readsNote: true })],
      request: { params },
      responses: {
        200: json(
          note,
          'The note, with a strong ETag, Notas-Features, and Notas-Versions if it has earlier texts',
        ),
        ...failures(401, 404, 503),
      },
    }),
    async (c) => {
      const { userId, note } = c.get('session')
      const respondWith = (found: StoredNote | undefined) => {
        if (!found) throw noteNotFound()
        return respondJson(c, 200, found.note, {
          ETag: etagOf(found.version),
          ...features,
          ...(versionsPerNote > 0 && found.keptAt !== undefined && { 'Notas-Versions': 'yes' }),
        })
      }
      if (note !== 'large') return respondWith(note)
      const { id } = c.req.valid('param')
      return workInTurn(turns.wholes, c, userId, async () =>
        respondWith(await findNote(database, userId, id)),
      )
    },
  )

  api.openapi(
    createRoute({
      method: 'post',
      path: '/notes',
      summary: 'Create a note; with Idempotency-Key, once for each key',
      ...writes,
      request: { headers: idempotencyKey, ...body(noteText) },
      responses: {
        201: json(
          note,
          'The note with the text of the request, and a strong ETag of its creation; Notas-Trash if it is in the trash',
        ),
        ...failures(400, 401, 413, 415, 422, 503, 507),
      },
    }),
    async (c) => {
      const text = c.req.valid('json')
      const key = c.req.valid('header')['idempotency-key']
      const id = randomUUID()
      const atOnce =
        key === undefined
          ? await storeAtOnce(c, text, (write) => insertNote(database, write, id, text))
          : undefined
      if (atOnce) return respondJson(c, 201, atOnce.note, { ETag: etagOf(atOnce.version) })

      const write = await writeOf(c)
      if (key === undefined) {
        const created = assertStored(await createNote(database, write, id, text), write, notSignedIn)
        await trimVersions(c, write, created)
        return respondJson(c, 201, created.note, { ETag: etagOf(created.version) })
      }
      const keyed = { ...write, since: trashCutoff(write.now, trashDays) }
      const created = await createNoteOnce(database, keyed, noteIdOf(write.userId, key), text)
      if (created === 'other-text') throw new HTTPException(422, { message: messages.keyOfOtherText })
      const { note: known, version, isInTrash } = assertStored(created, write, notSignedIn)
      await trimVersions(c, write, { note: known })
      return respondJson(c, 201, known, {
        ...(version !== undefined && { ETag: etagOf(version) }),
        ...(isInTrash && trashHeaders(trashDays)),
      })
    },
  )

  api.openapi(
    createRoute({
      method: 'put',
      path: '/notes/{id}',
      summary: 'Replace a note; with If-Match, only while it holds',
      ...writes,
      parameters: [ifMatch],
      request: { params, ...body(noteText) },
      responses: {
        200: json(note, 'The note, with its new strong ETag'),
        ...failures(400, 401, 404, 412, 413, 415, 503, 507),
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param')
      const text = c.req.valid('json')
      const condition = c.req.header('If-Match')?.trim() ?? '*'
      const [, version = ''] = /^"([1-9]\d{0,14})"$/.exec(condition) ?? []
      const atOnce =
        isNoteId(id) && (version || condition === '*')
          ? await storeAtOnce(c, text, (edit) =>
              replaceNote(database, edit, id, text, Number(version) || undefined),
            )
          : undefined
      if (atOnce) return respondJson(c, 200, atOnce.note, { ETag: etagOf(atOnce.version) })

      const write = await writeOf(c)
      const expected = await expectedVersion(c, id)
      if (!isNoteId(id)) throw noteNotFound()
      const updated = assertStored(
        await updateNote(database, write, id, text, expected),
        write,
        expected === undefined ? noteNotFound : changed,
      )
      await trimVersions(c, write, updated)
      return respondJson(c, 200, updated.note, { ETag: etagOf(updated.version) })
    },
  )

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/notes/{id}',
      summary: 'Delete a note; with If-Match, only while it holds',
      ...signedIn(context),
      parameters: [ifMatch],
      request: { params },
      responses: {
        204: { description: 'Deleted; Notas-Trash says for how many days the note can be restored' },
        ...failures(401, 404, 412, 503),
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param')
      const expected = await expectedVersion(c, id)
      const deletion = { userId: c.get('session').userId, now: now(), keepsInTrash: trashDays > 0 }
      const isDeleted = isNoteId(id) && (await deleteNote(database, deletion, id, expected))
      if (!isDeleted) throw expected === undefined ? noteNotFound() : changed()
      return respond(204, null, trashHeaders(trashDays))
    },
  )

  /** Stores a note with a statement that also checks the session. Returns undefined if nothing was stored, for whatever reason. */
  async function storeAtOnce(
    c: Context<Env>,
    text: NoteText,
    store: (edit: Edit) => Promise<StoredNote | undefined>,
  ): Promise<StoredNote | undefined> {
    const [userId, tokenHash, at] = [c.get('writerId'), c.get('tokenHash'), now()]
    if (!userId || (await isDiskLow(at))) return undefined
    const bytesWithVersions = versionsPerNote > 0 ? quota.bytes : 0
    const condition = mayWrite({ userId, tokenHash, now: at, bytes: bytesWithVersions - bytesOf(text) })
    const edit = { userId, now: at, quota, bytesWithVersions, condition }
    const stored = await store(edit)
    if (stored) await trimVersions(c, edit, stored)
    return stored
  }

  /** While the disk is low, nothing may grow; versions already where only new accounts are refused. */
  async function writeOf(c: Context<Env>): Promise<Edit> {
    const { userId, userCreatedAt, storedBytes } = c.get('session') ?? (await loadSession(c, context))
    const isLow = await isDiskLow(userCreatedAt)
    const stopsVersions = await isDiskLow(now())
    const bytesWithVersions = Math.min(
      versionsPerNote > 0 ? quota.bytes : 0,
      stopsVersions ? storedBytes : quota.bytes,
    )
    return { userId, now: now(), quota: isLow ? NO_ROOM : quota, bytesWithVersions }
  }

  /** Versions never fail a write: what cannot be deleted now is above its bounds at a later one too. */
  async function trimVersions(
    c: Context<Env>,
    { userId, now, bytesWithVersions, condition }: Edit,
    { note, keptAt }: Pick<StoredNote, 'note'> & Partial<StoredNote>,
  ): Promise<void> {
    try {
      if (keptAt === now) await keepNewestVersions(database, userId, note._id, versionsPerNote)
      if (condition) return // it excludes that versions have to give way
      const { versionsBytes, storedBytes } = c.get('session')
      if (versionsBytes > 0 && storedBytes + bytesOf(note) > bytesWithVersions)
        await deleteVersionsAbove(database, userId, bytesWithVersions)
    } catch (cause) {
      log.error({ requestId: c.get('requestId'), method: c.req.method, path: c.req.path }, cause)
    }
  }

  /** The note's version if the request has an If-Match that names it, which `*` does not. */
  async function expectedVersion(c: Context<Env>, id: string): Promise<number | undefined> {
    const condition = c.req.header('If-Match')
    // `*` holds for every version, so a concurrent edit must not fail it.
    if (condition === undefined || condition.trim() === '*') return undefined
    const found = isNoteId(id) ? await findNote(database, c.get('session').userId, id) : undefined
    if (!found) throw noteNotFound()
    if (!matches(condition, etagOf(found.version), 'strong')) throw changed()
    return found.version
  }
}

function assertStored<Note>(
  stored: Note | Exclude<Stored, StoredNote>,
  { quota }: Write,
  missing: () => HTTPException,
): Note {
  const message = quota === NO_ROOM ? messages.diskLow : messages.noRoom
  if (stored === 'no-room') throw new HTTPException(507, { message })
  if (stored === 'not-found') throw missing()
  return stored
}

function changed(): HTTPException {
  return new HTTPException(412, { message: messages.noteChanged })
}
