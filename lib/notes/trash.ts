import { listTrash as listTrashOf, type Trash } from '@/lib/api/trash'
import type { Note } from '@/lib/domain/note'
import type { Write } from '@/lib/offline/record'
import { requireToken } from '@/lib/session/token'
import { findWrite } from '@/lib/writes/journal'
import { deletionId, newEmptying, newErasure, newRestoration } from '@/lib/writes/new-write'
import { doneOrThrow, press } from '@/lib/writes/press'

export type { DeletedNote, Trash } from '@/lib/api/trash'

export function listTrash(): Promise<Trash> {
  return listTrashOf(requireToken())
}

export function restoreNote(note: Note): Promise<boolean> {
  return isThere(newRestoration(note, findWrite(deletionId(note._id))))
}

export function deleteForever({ _id: id }: Note): Promise<boolean> {
  return isThere(newErasure(id))
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
