import { hasFeature } from '@/lib/api/features'
import { listNotes } from '@/lib/api/note-list'
import { getNote } from '@/lib/api/notes'
import { listTrash } from '@/lib/api/trash'
import type { Erasure, UnknownState, Write } from '@/lib/offline/record'
import { userState } from '@/lib/session/user-state'
import { findStored, hasStored, isToldByKey } from './find-stored'
import { MAX_ATTEMPT_MS } from './lock'
import type { Result } from './outcome'

export async function lookUp(token: string, write: Write): Promise<Result | undefined> {
  if (write.kind === 'erase' || write.kind === 'empty') return findErased(token, write)
  const { notes } = await listNotes(token)
  if (write.kind === 'create' && keepsKeys() && isToldByKey(write)) return undefined
  return findStored(notes, write, keepsKeys())
}

/** Whether a redirect has led a change to the host all the same: `fetch` does not tell. */
export async function lookUpRedirected(token: string, write: Write): Promise<Result | undefined> {
  if (write.kind === 'replace') {
    const { noteId } = write
    const note = await getNote(token, noteId)
    // What was sent may be an earlier text, if the redirect has met a call before the change.
    return hasStored(write, note) ? { noteId, etag: note.etag, text: note } : undefined
  }
  const { notes } = await listNotes(token)
  if (write.kind !== 'delete') return findStored(notes, write, keepsKeys())
  // The undo finds out whether the host has a trash.
  return notes.some(({ _id }) => _id === write.deleted.id) ? undefined : { isInTrash: true }
}

/** Fails if the host may still do what an earlier attempt has asked without a key, though its list lacks the note. */
export function assertEnded(state: UnknownState): void {
  const isUnderWay = timeSince(state.attemptedAt ?? 0) < MAX_ATTEMPT_MS
  if (isUnderWay && !hasKey(state)) throw new Error('An earlier attempt may be under way')
}

/** When the page first saw a time that lies ahead, by that time: the clock has been put right since it was written. */
const seenAhead = userState(() => new Map<number, number>())

/** Milliseconds since a time; since the page first saw it, if it lies ahead. */
function timeSince(time: number): number {
  if (time <= Date.now()) return Date.now() - time
  const seen = seenAhead.get()
  if (!seen.has(time)) seen.set(time, performance.now())
  return performance.now() - (seen.get(time) ?? 0)
}

/** Whether the host knows the key of an attempt, if that has got there. */
export function hasKey({ isKeyless }: UnknownState): boolean {
  return keepsKeys() && !isKeyless
}

export function keepsKeys(): boolean {
  return hasFeature('idempotency-key')
}

async function findErased(token: string, write: Erasure): Promise<Result | undefined> {
  const { notes } = await listTrash(token)
  const isErased =
    write.kind === 'empty' ? notes.length === 0 : !notes.some(({ _id }) => _id === write.deleted.id)
  return isErased ? {} : undefined
}
