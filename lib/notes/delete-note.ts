import { mutate } from 'swr'
import type { Note } from '@/lib/domain/note'
import { type Deletion, isDone, type Restoration } from '@/lib/offline/record'
import { requireToken } from '@/lib/session/token'
import { showWrite } from '@/lib/writes/apply'
import { equalNotes, findStored } from '@/lib/writes/find-stored'
import { asRestoration, newDeletion } from '@/lib/writes/new-write'
import { doneOrThrow, press } from '@/lib/writes/press'
import type { HostList } from '@/lib/writes/shown'
import { notesKey } from './swr-options'

/** Returns a function that removes the card. */
export async function deleteNote(note: Note): Promise<() => void> {
  const deletion = await press(newDeletion(note), { isShown: false }).then(doneOrThrow)
  return () => showWrite(deletion)
}

export async function undoDelete(
  deletion: Deletion | Restoration,
  shown: Note[] | undefined,
): Promise<string | undefined> {
  const restoration = asRestoration(deletion, shown && equalNotes(shown, deletion.text).length)
  const restored = await press(restoration).then(doneOrThrow)
  if (isDone(restored) && restored.state.noteId !== undefined) return restored.state.noteId
  const list: HostList | undefined = await mutate(notesKey(requireToken()))
  return list && findStored(list.notes, restored, false)?.noteId
}
