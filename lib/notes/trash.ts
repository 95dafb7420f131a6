import { listTrash as listTrashOf, type Trash } from '@/lib/api/trash'
import { BLANK, type Note, rawTextOf } from '@/lib/domain/note'
import type { Write } from '@/lib/offline/record'
import { requireToken } from '@/lib/session/token'
import { findWrite } from '@/lib/writes/journal'
import { asRestoration, deletionId, newWrite } from '@/lib/writes/new-write'
import { doneOrThrow, press } from '@/lib/writes/press'

export type { DeletedNote, Trash } from '@/lib/api/trash'

export function listTrash(): Promise<Trash> {
  return listTrashOf(requireToken())
}

/** Restores a note that is in the trash each time, with the record of its delete, and never creates it. */
export async function restoreNote(note: Note): Promise<boolean> {
  const id = deletionId(note._id)
  const record = { id, text: rawTextOf(note), deleted: { id: note._id, isRestorable: true } }
  const known = findWrite(id) ?? newWrite('restore', record)
  const deletion = { ...known, ...record, write: { ...known.write, isUndoable: undefined } }
  return isThere(asRestoration(deletion, undefined))
}

export function deleteForever({ _id: id }: Note): Promise<boolean> {
  return isThere(newWrite('erase', { id: `erase-${id}`, deleted: { id, isRestorable: true } }))
}

export async function emptyTrash({ notes, etag, days }: Trash): Promise<Trash> {
  const record = { id: 'empty', base: { ...BLANK, etag }, deleted: { id: '', isRestorable: true } }
  const outcome = await press(newWrite('empty', record))
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
