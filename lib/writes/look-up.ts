import { hasFeature } from '@/lib/api/features'
import { listNotes } from '@/lib/api/note-list'
import { getNote } from '@/lib/api/notes'
import { listTrash } from '@/lib/api/trash'
import { isSameText, type Note, type NoteText, normalizedForForm } from '@/lib/domain/note'
import type { Write } from '@/lib/offline/record'
import { ATTEMPT_MS } from './lock'
import type { Result } from './outcome'

export async function lookUp(token: string, write: Write): Promise<Result | undefined> {
  const { kind } = write.write
  if (kind === 'erase' || kind === 'empty') return findErased(token, write)
  const { notes } = await listNotes(token)
  // A host that keeps keys tells by itself, unless it has answered without an id.
  if (kind === 'create' && keepsKeys() && !write.write.isStored) return undefined
  return findStored(notes, write)
}

/** Whether a redirect has led a change to the host all the same: `fetch` does not tell. */
export async function lookUpRedirected(token: string, write: Write): Promise<Result | undefined> {
  const { noteId, deleted, text } = write
  const { kind, sent } = write.write
  if (kind === 'replace' && noteId !== null) {
    const note = await getNote(token, noteId)
    // What was sent may be an earlier text, if the redirect has met a call before the change.
    const isSent = sent && isSameText(sent.mine, text) && isSameText(note, sent.merged)
    return isSent ? { noteId, etag: note.etag, text: note } : undefined
  }
  const { notes } = await listNotes(token)
  if (kind !== 'delete') return findStored(notes, write)
  // The undo finds out whether the host has a trash.
  return notes.some(({ _id }) => _id === deleted?.id) ? undefined : { isRestorable: true }
}

export function findStored(notes: Note[], { text, deleted, write }: Write): Result | undefined {
  const restored = deleted && notes.find(({ _id }) => _id === deleted.id)
  const isCreating = write.kind === 'create' || write.isUndoable
  if (restored || !isCreating) return restored && { noteId: restored._id, text: restored }
  const equal = notes.filter((note) => isEqual(note, write.first ?? text))
  const { equalBefore = keepsKeys() && !write.isStored ? Infinity : 0 } = write
  return equal.length > equalBefore ? { noteId: equal[0]?._id } : undefined
}

export function countEqual(notes: Note[], text: NoteText): number {
  return notes.filter((note) => isEqual(note, text)).length
}

/** Fails if a host without keys may still do what an earlier attempt has asked, though its list lacks the note. */
export function assertEnded({ write }: Write): void {
  const isUnderWay = Date.now() - (write.attemptedAt ?? 0) < ATTEMPT_MS
  if (isUnderWay && !keepsKeys()) throw new Error('An earlier attempt may be under way')
}

function keepsKeys(): boolean {
  return hasFeature('idempotency-key')
}

function isEqual(note: NoteText, text: NoteText): boolean {
  return isSameText(note, normalizedForForm(text))
}

async function findErased(token: string, { deleted, write }: Write): Promise<Result | undefined> {
  const { notes } = await listTrash(token)
  const isErased = write.kind === 'empty' ? notes.length === 0 : !notes.some(({ _id }) => _id === deleted?.id)
  return isErased ? {} : undefined
}
