import { NotFromHost } from '@/lib/api/answer'
import { ApiError } from '@/lib/api/api-error'
import { acceptsKeys } from '@/lib/api/features'
import { getNote } from '@/lib/api/notes'
import { UnknownCall } from '@/lib/api/optional-call'
import { deleteForever, emptyTrash, restoreNote } from '@/lib/api/trash'
import { createNote, deleteNote, updateNote } from '@/lib/api/write-note'
import type { Merged } from '@/lib/domain/merge'
import { noteNotSaved } from '@/lib/domain/messages/notes'
import { BLANK, isSameText, type LoadedNote, type NoteText } from '@/lib/domain/note'
import { nextWriteTime } from '@/lib/drafts/draft-store'
import type { Write, WriteState } from '@/lib/offline/record'
import { getUser, NO_TOKEN, requireToken } from '@/lib/session/token'
import { userState } from '@/lib/session/user-state'
import { findWrite, storeWrite } from './journal'
import type { StillHeld } from './lock'
import { assertEnded, lookUp, lookUpRedirected } from './look-up'
import { type Conflict, judge, type Outcome, type Result } from './outcome'

const MAX_MERGES = 5

type Options = {
  latest?: LoadedNote | undefined
  stillHeld?: StillHeld
  /** Returns the owner's token, or throws; by default that of the session, if it is the owner's. */
  ownerToken?: () => string
  store?: (write: Write) => Promise<Write>
}

export async function send(write: Write, { latest, ...options }: Options = {}): Promise<Outcome> {
  const attempt = createAttempt(write, options)
  try {
    const result = (await resultOfLast(attempt)) ?? (await ATTEMPTS[write.write.kind](attempt, latest))
    if (!('merged' in result)) return { is: 'done', write: doneWrite(attempt.write, result) }
    await attempt.endUnknown()
    return { is: 'conflict', conflict: result }
  } catch (error) {
    const judged = judge(error)
    const is = judged === 'gone' && write.write.kind === 'delete' ? 'unknown' : judged
    // That it was not done now tells nothing of an earlier attempt.
    const isUnknown = is === 'unknown' || (is === 'later' && write.write.isUnknown === true)
    await attempt.end(isUnknown, error)
    const found = is === 'unknown' && (await lookUpAtOnce(attempt, error))
    return found ? { is: 'done', write: doneWrite(attempt.write, found) } : { is, error }
  }
}

const MAX_PAGES = 5

const lastDone = userState(() => 0)

/** Whether another page has answered a write several times, while others of this session have got through. */
export function isBlocked({ write: { pages } }: Write): boolean {
  return pages !== undefined && pages.count >= MAX_PAGES && lastDone.get() >= pages.since
}

type Attempt = ReturnType<typeof createAttempt>

function createAttempt(
  initial: Write,
  { stillHeld, ownerToken = () => tokenOf(initial.user), store = storeUnlessEnded }: Options,
) {
  let write = initial
  let hasBegun = false

  async function token(): Promise<string> {
    await stillHeld?.()
    return ownerToken()
  }

  async function change(state: Partial<WriteState>): Promise<void> {
    write = await store({ ...write, write: { ...write.write, ...state } })
  }

  return {
    id: initial.deleted?.id ?? initial.noteId ?? '',
    get write() {
      return write
    },
    token,
    async begin(state: Partial<WriteState> = {}): Promise<string> {
      await token()
      hasBegun = true
      await change({ ...state, isUnknown: true, attemptedAt: Date.now() })
      if (store === storeUnlessEnded && !findWrite(write.id)) throw new Error('The user has discarded it')
      return token()
    },
    /** The host's note tells what has become of earlier attempts. */
    async endUnknown(): Promise<void> {
      const { isUnknown, pages } = write.write
      if (isUnknown || pages) await change({ isUnknown: undefined, attemptedAt: undefined, pages: undefined })
    },
    async end(isUnknown: boolean, error?: unknown): Promise<void> {
      const { attemptedAt, pages } = write.write
      if (error instanceof NotFromHost)
        await change({ pages: { count: (pages?.count ?? 0) + 1, since: pages?.since ?? Date.now() } })
      else if (pages && !(error instanceof ApiError && error.isUnreachable))
        await change({ pages: undefined })
      if (!hasBegun) return
      const isUnderWay = error instanceof ApiError && error.isTimeout
      await change({ isUnknown: isUnknown || undefined, attemptedAt: isUnderWay ? attemptedAt : undefined })
    },
  }
}

async function storeUnlessEnded(write: Write): Promise<Write> {
  return findWrite(write.id) ? storeWrite(write) : write
}

function tokenOf(user: string): string {
  if (getUser() !== user) throw new Error(NO_TOKEN)
  return requireToken()
}

async function resultOfLast({ write, token }: Attempt): Promise<Result | undefined> {
  const { isUnknown, kind } = write.write
  // A replacement reads its note in any case, and a deletion is only sent again when it is asked for.
  if (!isUnknown || kind === 'replace' || kind === 'delete') return undefined
  const result = await lookUp(await token(), write).catch(kind === 'create' ? asNotSaved : undefined)
  if (!result && write.write.isStored) throw new Error('The host tells no id')
  if (!result) assertEnded(write)
  return result
}

function asNotSaved(cause: ApiError): never {
  if (cause instanceof NotFromHost) throw new NotFromHost(cause.response, noteNotSaved)
  const { status, isTimeout } = cause
  throw new ApiError(noteNotSaved, { status, isTimeout, cause })
}

/** Guardar is not answered by a look-up, and the next list tells what has become of a delete, unless they were redirected. */
async function lookUpAtOnce({ write, token }: Attempt, error: unknown): Promise<Result | undefined> {
  const { kind } = write.write
  const isRedirected = error instanceof NotFromHost && error.response.redirected
  const isOfTrash = kind === 'restore' || kind === 'erase' || kind === 'empty'
  if (!isOfTrash && !isRedirected) return undefined
  const find = isOfTrash ? lookUp : lookUpRedirected
  return find(await token(), write).catch((cause: unknown) => void console.warn(cause))
}

const ATTEMPTS = { create, replace, delete: remove, restore, erase, empty }

async function create({ write, begin }: Attempt): Promise<Result> {
  const key = acceptsKeys() ? write.write.key : undefined
  const { id, ...stored } = await createNote(await begin(), write.write.first ?? write.text, key)
  const isProven = id !== undefined || stored.etag !== undefined || stored.wasDeleted
  return { noteId: id, ...stored, unproven: isProven ? undefined : BLANK }
}

async function replace(attempt: Attempt, latest?: LoadedNote): Promise<Result | Conflict> {
  const { id } = attempt
  const { text: mine, base, write } = attempt.write
  const { sent } = write
  /** An attempt whose outcome is unknown may have stored another device's lines, which the form has never had. */
  const baseFor = (current: NoteText) =>
    sent && isSameText(sent.merged, current) && !isSameText(base, current) ? sent.mine : base
  const load = async () => getNote(await attempt.token(), id).catch(asNotSaved)
  let theirs = latest && !latest.isKept ? latest : await load()
  if (sent && isSameText(sent.merged, theirs) && isSameText(sent.mine, mine))
    return { noteId: id, etag: theirs.etag, text: sent.merged }
  for (let merges = 1; ; merges += 1) {
    const { text: merged, hasConflicts } = await merge(baseFor(theirs), mine, theirs)
    if (hasConflicts) return { theirs, merged }
    try {
      const token = await attempt.begin({ sent: { mine, merged } })
      const told = await updateNote(token, id, merged, theirs.etag)
      const isProven = told.id !== undefined || told.etag !== undefined
      return { noteId: id, etag: told.etag, text: merged, unproven: isProven ? undefined : theirs }
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412) || merges === MAX_MERGES) throw error
    }
    theirs = await load()
  }
}

export async function merge(base: NoteText, mine: NoteText, theirs: NoteText): Promise<Merged> {
  if (isSameText(base, theirs)) return { text: mine, hasConflicts: false }
  const { mergeNotes } = await import('@/lib/domain/merge')
  return mergeNotes(base, mine, theirs)
}

async function remove({ id, write: { base }, begin }: Attempt): Promise<Result> {
  return { isRestorable: await deleteNote(await begin(), id, base.etag) }
}

async function restore(attempt: Attempt): Promise<Result> {
  const { deleted, write } = attempt.write
  if (!deleted?.isRestorable) return create(attempt)
  try {
    return { noteId: deleted.id, text: await restoreNote(await attempt.begin(), deleted.id) }
  } catch (error) {
    if (!(error instanceof UnknownCall)) throw error
    const there = await lookUp(await attempt.token(), attempt.write)
    if (there) return there
    if (!write.isUndoable) throw new ApiError(error.message, { status: 404, cause: error })
  }
  return create(attempt)
}

async function erase({ id, begin }: Attempt): Promise<Result> {
  await deleteForever(await begin(), id)
  return {}
}

async function empty({ write, begin }: Attempt): Promise<Result> {
  await emptyTrash(await begin(), write.base.etag)
  return {}
}

function doneWrite(write: Write, { text, isRestorable, wasDeleted, unproven, ...ids }: Result): Write {
  const { isUnknown, attemptedAt, waits, pages, ...state } = write.write
  lastDone.set(Date.now())
  return {
    ...write,
    text: text ? { title: text.title, content: text.content } : write.text,
    ...(write.deleted && {
      deleted: { ...write.deleted, isRestorable: isRestorable ?? write.deleted.isRestorable },
    }),
    write: {
      ...state,
      ...ids,
      ...(wasDeleted && { kind: 'delete' }),
      unproven: unproven && { title: unproven.title, content: unproven.content },
      doneAt: nextWriteTime(),
    },
  }
}
