import { NotFromHost } from '@/lib/api/answer'
import { ApiError } from '@/lib/api/api-error'
import { mayKeepKeys, maySendKeys } from '@/lib/api/features'
import { getNote } from '@/lib/api/notes'
import { UnknownCall } from '@/lib/api/optional-call'
import { emptyTrash, eraseNote, restoreNote } from '@/lib/api/trash'
import { createNote, deleteNote, updateNote } from '@/lib/api/write-note'
import type { Merged } from '@/lib/domain/merge'
import { noteNotSaved } from '@/lib/domain/messages/notes'
import { BLANK, isSameText, type LoadedNote, type NoteText } from '@/lib/domain/note'
import { nextWriteTime } from '@/lib/drafts/draft-store'
import type { Creation, Deletion, Erasure, Replacement, Restoration, Write } from '@/lib/offline/record'
import { getUser, NO_TOKEN, requireToken } from '@/lib/session/token'
import { userState } from '@/lib/session/user-state'
import { apply } from './apply'
import { hasStored, mayBeStoredAs } from './find-stored'
import { findWrite } from './journal'
import type { AssertHeld } from './lock'
import { assertEnded, lookUp, lookUpRedirected } from './look-up'
import { next, type Sent, type Told } from './next'
import { type Conflict, isFromOtherPage, judge, type Result } from './outcome'

const MAX_MERGES = 5

type Options = {
  latest?: LoadedNote
  assertHeld?: AssertHeld
  /** Returns the owner's token, or throws; by default that of the session, if it is the owner's. */
  ownerToken?: () => string
  /** Stores the write before a call: false if the user has discarded it. */
  store?: (write: Write) => Promise<boolean>
}

export async function send(write: Write, { latest, ...options }: Options): Promise<Sent & { write: Write }> {
  const attempt = createAttempt(write, options)
  try {
    const result = (await resultOfLast(attempt)) ?? (await callsOf(attempt, latest))
    if ('merged' in result) return { is: 'conflict', conflict: result, write: attempt.write }
    return done(attempt, result)
  } catch (error) {
    const judged = judge(error)
    const is = judged === 'gone' && write.kind === 'delete' ? 'unknown' : judged
    const found = is === 'unknown' && (await lookUpAtOnce(attempt, error))
    if (found) return done(attempt, found)
    const { hasBegun } = attempt
    return { is, error, hasBegun, wasUnknown: write.state.is === 'unknown', write: attempt.write }
  }
}

const lastDone = userState(() => 0)

export const getLastDoneAt = lastDone.get

function done({ write }: Attempt, result: Result) {
  lastDone.set(nextWriteTime())
  return { is: 'done', result, write } as const
}

type Attempt = ReturnType<typeof createAttempt>

function createAttempt(
  initial: Write,
  { assertHeld, ownerToken = () => tokenOf(initial.user), store = storeUnlessEnded }: Options,
) {
  let isStored = false

  async function token(): Promise<string> {
    await assertHeld?.()
    return ownerToken()
  }

  async function keep(changed: Write): Promise<void> {
    attempt.write = changed
    isStored = true
    if (!(await store(changed))) throw new Error('The user has discarded it')
  }

  const attempt = {
    write: initial,
    hasBegun: false,
    /** Token of a call that changes nothing. The write is stored before. */
    async token(): Promise<string> {
      if (!isStored) await keep(attempt.write)
      return token()
    },
    /** Token of a call that may change a note. That it may be done is stored before. */
    async begin(told?: Told): Promise<string> {
      await token()
      attempt.hasBegun = true
      const { record } = next(attempt.write, { is: 'attempted', at: Date.now(), ...told }, [])
      await keep(record as Write)
      return token()
    },
  }
  return attempt
}

async function storeUnlessEnded(write: Write): Promise<boolean> {
  if (!findWrite(write.id)) return false
  await apply(write, { record: write })
  return true
}

function tokenOf(user: string): string {
  if (getUser() !== user) throw new Error(NO_TOKEN)
  return requireToken()
}

async function resultOfLast({ write, token }: Attempt): Promise<Result | undefined> {
  const { kind, state } = write
  // A replacement reads its note in any case, and a deletion is only sent again when it is asked for.
  if (state.is !== 'unknown' || kind === 'replace' || kind === 'delete') return undefined
  const result = await lookUp(await token(), write).catch(kind === 'create' ? asNotSaved : undefined)
  if (!result && state.isStored) throw new ApiError(noteNotSaved, { status: 404 })
  if (!result) assertEnded(state)
  return result
}

function asNotSaved(cause: ApiError): never {
  if (cause instanceof NotFromHost) throw new NotFromHost(cause.response, noteNotSaved)
  const { status, isTimeout } = cause
  throw new ApiError(noteNotSaved, { status, isTimeout, cause })
}

/** Guardar is not answered by a look-up, and the next list tells what has become of a delete, unless they were redirected. */
async function lookUpAtOnce({ write, token }: Attempt, error: unknown): Promise<Result | undefined> {
  const { kind } = write
  const isRedirected = isFromOtherPage(error) && error.response.redirected
  const isOfTrash = kind === 'restore' || kind === 'erase' || kind === 'empty'
  if (!isOfTrash && !isRedirected) return undefined
  const find = isOfTrash ? lookUp : lookUpRedirected
  return find(await token(), write).catch((cause: unknown) => void console.warn(cause))
}

function callsOf(attempt: Attempt, latest?: LoadedNote): Promise<Result | Conflict> {
  const { write } = attempt
  if (write.kind === 'create') return create(attempt, write)
  if (write.kind === 'replace') return replace(attempt, write, latest)
  if (write.kind === 'delete') return remove(attempt, write)
  return write.kind === 'restore' ? restore(attempt, write) : erase(attempt, write)
}

async function create({ begin }: Attempt, { key, text, first }: Omit<Creation, 'kind'>): Promise<Result> {
  const keyToSend = maySendKeys() ? key : undefined
  const token = await begin({ isKeyless: !mayKeepKeys() })
  const { id, etag, wasDeleted } = await createNote(token, first ?? text, keyToSend)
  const isProven = id !== undefined || etag !== undefined || wasDeleted
  return { noteId: id, etag, isInTrash: wasDeleted, unproven: isProven ? undefined : BLANK }
}

async function replace(
  { token, begin }: Attempt,
  write: Replacement,
  latest?: LoadedNote,
): Promise<Result | Conflict> {
  const { noteId: id, text: mine, base, sent } = write
  /** An attempt whose outcome is unknown may have stored another device's lines, which the form has never had. */
  const baseFor = (current: NoteText) => {
    if (sent && mayBeStoredAs(sent.merged, current) && !isSameText(base, current)) return sent.mine
    // The version that has replaced the text in its form was not saved after all.
    return base.typedOn && isSameText(base.typedOn, current) ? base.typedOn : base
  }
  const load = async () => getNote(await token(), id).catch(asNotSaved)
  let theirs = latest && !latest.isKept ? latest : await load()
  if (sent && hasStored(write, theirs)) return { noteId: id, etag: theirs.etag, text: sent.merged }
  for (let merges = 1; ; merges += 1) {
    const { text: merged, hasConflicts } = await merge(baseFor(theirs), mine, theirs)
    if (hasConflicts) return { theirs, merged }
    try {
      const told = await updateNote(await begin({ sent: { mine, merged } }), id, merged, theirs.etag)
      const isProven = told.id !== undefined || told.etag !== undefined
      return { noteId: id, etag: told.etag, text: merged, unproven: isProven ? undefined : theirs }
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412) || merges === MAX_MERGES) throw error
    }
    const loaded = await load()
    // Some proxies change an ETag, so that the host refuses it each time.
    const isRefusedAlways = theirs.etag === loaded.etag && isSameText(theirs, loaded)
    theirs = isRefusedAlways ? { ...loaded, etag: undefined } : loaded
  }
}

export async function merge(base: NoteText, mine: NoteText, theirs: NoteText): Promise<Merged> {
  if (isSameText(base, theirs)) return { text: mine, hasConflicts: false }
  const { mergeNotes } = await import('@/lib/domain/merge')
  const merged = mergeNotes(base, mine, theirs)
  return merged.hasConflicts && mayBeStoredAs(base, theirs) ? { text: mine, hasConflicts: false } : merged
}

async function remove({ begin }: Attempt, { deleted, base }: Deletion): Promise<Result> {
  return { isInTrash: await deleteNote(await begin(), deleted.id, base.etag) }
}

async function restore(attempt: Attempt, write: Restoration): Promise<Result> {
  const { deleted, isUndoable, ...creation } = write
  if (!deleted.isRestorable) return create(attempt, creation)
  try {
    return { noteId: deleted.id, text: await restoreNote(await attempt.begin(), deleted.id) }
  } catch (error) {
    if (!(error instanceof UnknownCall)) throw error
    const there = await lookUp(await attempt.token(), attempt.write)
    if (there) return there
    if (!isUndoable) throw new ApiError(error.message, { status: 404, cause: error })
  }
  return create(attempt, creation)
}

async function erase({ begin }: Attempt, { kind, deleted, base }: Erasure): Promise<Result> {
  if (kind === 'empty') await emptyTrash(await begin(), base.etag)
  else await eraseNote(await begin(), deleted.id)
  return {}
}
