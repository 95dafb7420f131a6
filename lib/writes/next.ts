import { ApiError } from '@/lib/api/api-error'
import { otherPageAnswers } from '@/lib/domain/messages/other-page'
import { BLANK, isSameText, type NoteText } from '@/lib/domain/note'
import {
  type Creation,
  type Deletion,
  type DoneState,
  type Draft,
  type DraftOrWrite,
  isDone,
  nextId,
  type Pages,
  type Replacement,
  type UnknownState,
  type Write,
  type WriteState,
} from '@/lib/offline/record'
import { isContradicted, noteChangedSince } from './contradicted'
import { findStored } from './find-stored'
import { MAX_ATTEMPT_MS } from './lock'
import { asDeletion } from './new-write'
import { type Conflict, type Failure, isFromOtherPage, isNoFaultOfCall, type Result } from './outcome'
import { type HostList, mayEndUndo } from './shown'

/** How often another page may answer one write, or a host fail at it, while others get through. */
const MAX_PAGES = 5

/** `hasBegun`: a call was made that may have changed a note. `wasUnknown`: so was the result of an earlier attempt. */
export type Sent =
  | { is: 'done'; result: Result }
  | { is: 'conflict'; conflict: Conflict }
  | (Failure & { hasBegun: boolean; wasUnknown: boolean })

type CompleteList = HostList & { keepsKeys: boolean }

/** About an attempt: what is sent of a replacement, and whether a creation goes without a key that the host keeps. */
export type Told = Pick<Replacement, 'sent'> & Pick<UnknownState, 'isKeyless'>

/** No event for a sign-out: it removes all records. Times are in milliseconds since 1970. */
type WriteEvent =
  /** A button was pressed whose write has a record already. */
  | { is: 'pressed'; write: Write; at: number }
  /** A call is about to be made that may change a note: its record is stored before, and outlives the page. */
  | ({ is: 'attempted'; at: number } & Told)
  /** `lastDoneAt`: when a write of this session was last done. */
  | { is: 'sent'; sent: Sent; by: 'press' | 'itself'; at: number; lastDoneAt: number }
  | { is: 'listed'; list: CompleteList }

/** `record` replaces the write; null if that ends. */
export type Next = {
  record: DraftOrWrite | null
  /** Other writes that are stored with it. */
  also?: Write[]
  send?: Write
  /** The host has the text: drafts that have it too are needless. */
  isSaved?: boolean
}

/** All rules of a write's life, from the press to the list that shows it. `writes`: all those of its user. */
export function next(write: Write, event: WriteEvent, writes: Write[]): Next {
  if (event.is === 'pressed') return pressed(write, event.write, event.at)
  if (event.is === 'attempted') return { record: attempted(write, event) }
  if (event.is === 'listed') return listed(write, event.list, writes)
  const { sent, at, by } = event
  if (sent.is === 'done') return done(write, sent.result, at, writes)
  if (sent.is === 'conflict')
    return { record: by === 'press' ? draftOf(write) : { ...write, state: { is: 'conflicting' } } }
  const failed = afterFailure(write, sent, at)
  return {
    record: by === 'press' ? endOfPress(failed, sent) : afterResending(failed, sent, event.lastDoneAt),
  }
}

/** Joins a press with the record as it is by now. Nothing is sent if it asks for what is done. */
function pressed(known: Write, write: Write, at: number): Next {
  if (isDoneAlready(known, write, at)) return { record: known }
  const joined = known.kind === write.kind ? withAttemptsOf(known, write) : write
  return { record: joined, send: joined }
}

function isDoneAlready(known: Write, write: Write, pressedAt: number): boolean {
  if (!isDone(known)) return false
  // A creation that has found its note in the trash is a deletion by now.
  if (known.kind !== write.kind) return known.kind === 'delete' && write.kind === 'create'
  // The id of the note may still be missing, which a later text needs.
  const hasLater = write.kind === 'create' && (write.first || !isSameText(known.text, write.text))
  if (hasLater) return known.state.noteId !== undefined
  // A note may have been deleted or restored elsewhere since, so that it can be once more.
  const isOnce = write.kind === 'create' || write.kind === 'replace' || write.isUndoable
  return (write.kind !== 'delete' && isOnce === true) || known.state.at > pressedAt
}

function withAttemptsOf(known: Write, write: Write): Write {
  const { key, state: before } = known
  const { attemptedAt, isKeyless }: Partial<UnknownState> = before.is === 'unknown' ? before : {}
  const isUnknown = before.is === 'unknown' || write.state.is === 'unknown'
  const state: WriteState =
    isUnknown && 'waits' in write.state
      ? { ...write.state, is: 'unknown', attemptedAt, isKeyless }
      : write.state
  const sent = known.kind === 'replace' && known.sent && { sent: known.sent }
  return { ...write, key, state, ...sent } as Write
}

function attempted(write: Write, { at, sent, isKeyless }: { at: number } & Told): Write {
  const { waits = false, ...state } = 'waits' in write.state ? write.state : {}
  return {
    ...write,
    ...(sent && { sent }),
    state: { ...state, is: 'unknown', waits, attemptedAt: at, isKeyless },
  } as Write
}

/** `at`: later than the time of each list that may lack it. */
function done(write: Write, result: Result, at: number, writes: Write[]): Next {
  const { noteId, etag, unproven, isInTrash } = result
  const state = { is: 'done', at, noteId, etag, unproven: unproven && textOf(unproven) } as const
  const known = { ...write, text: textOf(result.text ?? write.text), state }
  if (known.kind === 'erase' || known.kind === 'empty') return { record: null }
  if (known.kind === 'replace') return { record: known, isSaved: true }
  if (known.kind === 'create') return created(known, isInTrash === true)
  if (known.kind === 'restore') return { record: isInTrash ? { ...asDeletion(known), state } : known }
  const deleted = { ...known.deleted, isRestorable: isInTrash ?? known.deleted.isRestorable }
  const text = textSavedSince(write, deleted.id, writes) ?? known.text
  const isEarlier = (other: Write) => other.id !== write.id && other.decidedAt <= write.decidedAt
  const offers = writes.filter((other) => isEarlier(other) && mayEndUndo(other))
  return { record: { ...known, text, deleted }, also: offers.map(withoutUndo) }
}

function created(write: Creation & { state: DoneState }, isInTrash: boolean): Next {
  const { id, user, key, state, first } = write
  const stored = { ...write, text: first ?? write.text }
  const record = isInTrash ? asDeleted(stored) : stored
  if (!first) return { record, isSaved: !isInTrash }
  // A host that answers a creation with nothing is asked for the note's id before the note can be replaced.
  if (state.noteId === undefined)
    return { record: { ...write, state: { is: 'unknown', waits: true, isStored: true } } }
  const decided = { id: nextId({ id }), user, key, decidedAt: state.at, writtenAt: state.at }
  const base = { ...first, etag: state.etag }
  const later = { ...decided, kind: 'replace', noteId: state.noteId, text: write.text, base } as const
  const send: Replacement = { ...later, state: { is: 'decided', waits: true } }
  return { record, also: [send], send, isSaved: !isInTrash }
}

/** A note whose key is known lies in the trash by now: no card is shown. */
function asDeleted({ first: _, equalBefore: __, ...write }: Creation & { state: DoneState }): Deletion {
  const deleted = { id: write.state.noteId ?? '', isRestorable: true }
  return { ...write, kind: 'delete', noteId: '', deleted }
}

/** A note may have been saved by itself since its deletion was confirmed. */
function textSavedSince({ decidedAt }: Write, noteId: string, writes: Write[]): NoteText | undefined {
  const isOfNote = (one: Write) => one.kind === 'replace' && one.noteId === noteId
  const saved = writes.filter(isDone).filter((one) => isOfNote(one) && one.state.at > decidedAt)
  return saved.sort((one, other) => other.state.at - one.state.at)[0]?.text
}

export function withoutUndo(write: Write): Write {
  return { ...write, text: BLANK, isUndoable: undefined } as Write
}

type Failed = Extract<Sent, { error: unknown }>

/** 'later' says nothing about an earlier attempt. */
function afterFailure(write: Write, failure: Failed, at: number): Write {
  const { is, error, hasBegun, wasUnknown } = failure
  const { state } = write
  if (state.is !== 'decided' && state.is !== 'unknown') return write
  const pages = pagesAfter(state.pages, failure, at)
  const { waits } = state
  if (is === 'gone' && state.is === 'unknown' && state.isStored)
    return { ...write, state: { is: 'decided', waits } }
  if (!hasBegun) return { ...write, state: { ...state, pages } }
  const mayBeDone = is === 'unknown' || (is === 'later' && wasUnknown)
  if (state.is === 'decided' || !mayBeDone) return { ...write, state: { is: 'decided', waits, pages } }
  const isUnderWay = error instanceof ApiError && error.isTimeout
  return { ...write, state: { ...state, pages, attemptedAt: isUnderWay ? state.attemptedAt : undefined } }
}

function pagesAfter(before: Pages | undefined, failure: Failed, at: number): Pages | undefined {
  const { error } = failure
  if (mayFailAlways(failure)) return { count: (before?.count ?? 0) + 1, since: before?.since ?? at }
  return error instanceof ApiError && error.isUnreachable ? before : undefined
}

/** Whether one text may fail so at each attempt: another page answers, or the host fails at it. */
function mayFailAlways(failure: Failed): boolean {
  const { error, hasBegun } = failure
  if (isFromOtherPage(error)) return true
  const isOfHost = error instanceof ApiError && error.mayBeDone && !isNoFaultOfCall(failure)
  return isOfHost && hasBegun
}

function endOfPress(write: Write, failure: Failure): Next['record'] {
  const { kind, state } = write
  if (kind === 'create' || kind === 'replace') {
    const wasCalled = failure.error instanceof ApiError
    if (isNoFaultOfCall(failure) || (state.is === 'unknown' && !wasCalled)) return write
    return state.is === 'unknown' ? { ...write, state: { ...state, waits: false } } : draftOf(write)
  }
  if (state.is === 'unknown') return write
  if (kind !== 'restore' || write.hiddenAt === undefined) return null
  // Leaving the list ends the offer of a deletion, and its text. A restore may have the only copy.
  return write.deleted.isRestorable ? asDeletion(write) : write
}

function afterResending(write: Write, failure: Failed, lastDoneAt: number): Next['record'] {
  const { is, error, hasBegun } = failure
  if (mayFailAlways(failure)) {
    const reason = isFromOtherPage(error) ? otherPageAnswers : (error as ApiError).hostMessage
    const pages = 'pages' in write.state ? write.state.pages : undefined
    const isBlocked = pages !== undefined && pages.count >= MAX_PAGES && lastDoneAt >= pages.since
    return isBlocked ? draftOf(write, reason) : write
  }
  // A look-up that is refused tells nothing of the creation.
  const isLookUp = write.kind === 'create' && write.state.is === 'unknown' && !hasBegun
  if (isLookUp || isNoFaultOfCall(failure)) return write
  if (is === 'refused') return draftOf(write, (error as ApiError).hostMessage)
  return is === 'gone' ? draftOf(write) : write
}

/** Judges a write by a complete list. One that is shown to be done gets the list's time: other tabs may have older lists. */
function listed(write: Write, { notes, asOf, keepsKeys }: CompleteList, writes: Write[]): Next {
  const { kind, state } = write
  if (!isOlder(write, asOf)) return { record: write }
  if (isContradicted(write, notes, writes)) return { record: draftOfUndone(write) }
  const isThere = 'deleted' in write && notes.some(({ _id }) => _id === write.deleted.id)
  if (isThere || write.isImported || kind === 'erase' || kind === 'empty') return { record: null }
  if (kind === 'delete') {
    if (state.is === 'unknown') return done(write, { isInTrash: true }, asOf, writes)
    return { record: state.is === 'done' && write.isUndoable ? write : null }
  }
  const hasNote = isDone(write) && write.state.noteId !== undefined
  const found = hasNote ? undefined : (findStored(notes, write, keepsKeys) ?? noteChangedSince(write, writes))
  if (isDone(write)) return { record: found ? { ...write, state: { ...write.state, ...found } } : null }
  const isFirst = kind === 'create' && write.first !== undefined
  const mayBeDone = state.is === 'unknown' || kind === 'restore'
  if (!mayBeDone || !found || isFirst) return { record: write }
  return kind === 'create' ? done(write, found, asOf, writes) : { record: null }
}

function isOlder({ writtenAt, state }: Write, asOf: number): boolean {
  if (state.is === 'done') return state.at <= asOf
  if (state.is === 'unknown' && state.attemptedAt !== undefined)
    return state.attemptedAt + MAX_ATTEMPT_MS < asOf
  return writtenAt < asOf
}

function draftOfUndone(write: Write): Draft {
  const unproven = isDone(write) ? write.state.unproven : undefined
  const noteId = write.kind === 'replace' ? write.noteId : null
  return { ...draftOf(write), noteId, base: unproven ?? BLANK }
}

export function draftOf({ id, user, noteId, text, base, writtenAt }: Write, refusal?: string): Draft {
  return { id, user, noteId, text, base, writtenAt, refusal }
}

function textOf({ title, content }: NoteText): NoteText {
  return { title, content }
}
