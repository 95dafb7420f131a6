import { listTrash as listTrashOf, type Trash } from '@/lib/api/trash'
import { type Note, rawTextOf } from '@/lib/domain/note'
import type { Write } from '@/lib/offline/record'
import { requireToken } from '@/lib/session/token'
import { findWrite } from '@/lib/writes/journal'
import { asRestoration, deletionId, newEmptying, newErasure, newRestoration } from '@/lib/writes/new-write'
import { doneOrThrow, press } from '@/lib/writes/press'

export type { DeletedNote, Trash } from '@/lib/api/trash'

export function listTrash(): Promise<Trash> {
  return listTrashOf(requireToken())
}

export async function restoreNote(note: Note): Promise<boolean> {
  const known = findWrite(deletionId(note._id))
  return isThere(known ? asRestoration(inTrash(known, note), undefined) : newRestoration(note))
}

export function deleteForever({ _id }: Note): Promise<boolean> {
  return isThere(newErasure(_id))
}

export async function emptyTrash({ notes, etag, days }: Trash): Promise<Trash> {
  const outcome = await press(newEmptying(etag))
  if (outcome.is !== 'outdated') {
    doneOrThrow(outcome)
    return { notes: [], etag: undefined, days }
  }
  for (const note of notes) await deleteForever(note)
  return listTrash()
}

async function isThere(write: Write): Promise<boolean> {
  const outcome = await press(write)
  if (outcome.is === 'gone') return false
  doneOrThrow(outcome)
  return true
}

/** The record of a delete, for a note that is in the trash: it is restored each time, and never created. */
function inTrash({ write, ...record }: Write, note: Note): Write {
  const deleted = { id: note._id, isRestorable: true }
  return { ...record, text: rawTextOf(note), deleted, write: { ...write, isUndoable: undefined } }
}
