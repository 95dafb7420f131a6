import type { Context } from 'hono'
import type { Note, NoteText } from '@/lib/domain/note'
import type { AppContext, Env } from '../context'
import { sentPath } from '../http/client'
import { etagOf, matches, tagsIn } from '../http/etag'
import { noteNotFound, notSignedIn, Refused } from '../http/failures'
import * as messages from '../messages'
import { loadSession } from '../middleware/authenticate'
import { addedBytesOf, findNote, type NoteEdit, type NoteRefusal, type StoredNote } from '../store/notes'
import { mayWrite } from '../store/sessions'
import { deleteVersionsAbove, keepNewestVersions } from '../store/versions'

const NO_ROOM = { notes: 0, bytes: 0 }

/** How a call stores a note within the account's limits, and which version it may replace. */
export function noteWrites(context: AppContext) {
  const { quota, isDiskLow, versionsPerNote, now, log } = context
  const bytesWithVersions = versionsPerNote > 0 ? quota.bytes : 0

  /** Stores without loading the session where the write can check the token; otherwise, or to say why it is refused, loads it. */
  async function store(
    c: Context<Env>,
    text: NoteText,
    change: (edit: NoteEdit) => Promise<StoredNote | NoteRefusal>,
  ): Promise<StoredNote> {
    const [userId, tokenHash, at] = [c.get('userId'), c.get('token').tokenHash, now()]
    if (!userId || (await isDiskLow(at))) return storeInSession(c, change)
    const condition = mayWrite({ userId, tokenHash, now: at, bytes: bytesWithVersions - addedBytesOf(text) })
    const edit = { userId, now: at, quota, bytesWithVersions, condition }
    const stored = await change(edit)
    if (typeof stored === 'string') return storeInSession(c, change)
    await trimVersions(c, edit, stored)
    return stored
  }

  async function storeInSession<Result extends { note: Note; keptAt?: number }>(
    c: Context<Env>,
    change: (edit: NoteEdit) => Promise<Result | NoteRefusal>,
  ): Promise<Result> {
    const edit = await editOf(c)
    const stored = await change(edit)
    const hasAllNotes = c.req.method === 'POST' && c.get('session').storedNotes >= quota.notes
    if (typeof stored === 'string') throw refusalOf(stored, edit, hasAllNotes)
    await trimVersions(c, edit, stored)
    return stored
  }

  /** While the disk is low, nothing may grow; versions already where only new accounts are refused. */
  async function editOf(c: Context<Env>): Promise<NoteEdit> {
    const { userId, userCreatedAt, storedBytes } = c.get('session') ?? (await loadSession(c, context))
    const isLow = await isDiskLow(userCreatedAt)
    const stopsVersions = await isDiskLow(now())
    return {
      userId,
      now: now(),
      quota: isLow ? NO_ROOM : quota,
      bytesWithVersions: stopsVersions ? Math.min(bytesWithVersions, storedBytes) : bytesWithVersions,
    }
  }

  async function trimVersions(
    c: Context<Env>,
    { userId, now, bytesWithVersions, condition }: NoteEdit,
    { note, keptAt }: { note: Note; keptAt?: number },
  ): Promise<void> {
    try {
      if (keptAt === now) await keepNewestVersions(c.var.database, userId, note._id, versionsPerNote)
      if (condition) return // it excludes that versions have to give way
      const { versionsBytes, storedBytes } = c.get('session')
      if (versionsBytes > 0 && storedBytes + addedBytesOf(note) > bytesWithVersions)
        await deleteVersionsAbove(c.var.database, userId, bytesWithVersions)
    } catch (cause) {
      log.error({ requestId: c.get('requestId'), method: c.req.method, path: sentPath(c) }, cause)
    }
  }

  /** The version that If-Match names. Undefined for `*`, which holds for every version, so a concurrent edit must not fail it. */
  async function expectedVersion(c: Context<Env>, id: string): Promise<number | undefined> {
    const condition = c.req.header('If-Match')?.trim() ?? '*'
    if (condition === '*') return undefined
    const [tag = '', ...others] = tagsIn(condition)
    if (others.length === 0 && /^[1-9]\d{0,14}$/.test(tag)) return Number(tag)
    const { userId } = c.get('session') ?? (await loadSession(c, context))
    const found = await findNote(c.var.database, userId, id)
    if (!found) throw noteNotFound()
    if (!matches(condition, etagOf(found.version))) throw changed()
    return found.version
  }

  return { store, storeInSession, expectedVersion }
}

function refusalOf(refusal: NoteRefusal, { quota }: NoteEdit, hasAllNotes: boolean): Refused {
  if (refusal === 'no-user') return notSignedIn()
  if (refusal === 'not-found') return noteNotFound()
  if (refusal === 'changed') return changed()
  if (refusal === 'other-text') return new Refused('key-of-other-text', messages.keyOfOtherText)
  if (quota === NO_ROOM) return new Refused('disk', messages.diskLow)
  return new Refused(hasAllNotes ? 'quota.notes' : 'quota.bytes', messages.noRoom)
}

export function changed(): Refused {
  return new Refused('changed', messages.noteChanged)
}
