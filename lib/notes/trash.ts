import { listTrash as listTrashOf, type Trash } from '@/lib/api/trash'
import type { Note } from '@/lib/domain/note'
import type { Erasure, Restoration } from '@/lib/offline/record'
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

export function eraseNote({ _id: id }: Note): Promise<boolean> {
  return isThere(newErasure(id))
}

/** Erases what has been in the trash since it was listed. Without an ETag of the listing the host can't tell. */
export async function emptyTrash({ notes, etag, days }: Trash): Promise<Trash> {
  const outcome = etag === undefined ? undefined : await press(newEmptying(etag))
  if (outcome && outcome.is !== 'outdated') {
    doneOrThrow(outcome)
    return { notes: [], etag: undefined, days }
  }
  for (const { _id, deletedAt } of (await listTrash()).notes)
    if (notes.some((note) => note._id === _id && note.deletedAt === deletedAt)) await isThere(newErasure(_id))
  return listTrash()
}

async function isThere(write: Restoration | Erasure): Promise<boolean> {
  const outcome = await press(write)
  // A gateway whose host is away answers 404, too.
  const isGone =
    outcome.is === 'gone' && (await listTrash()).notes.every(({ _id }) => _id !== write.deleted.id)
  if (!isGone) doneOrThrow(outcome)
  return !isGone
}
