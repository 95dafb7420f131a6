import { isSameText, type Note, type NoteText } from '@/lib/domain/note'
import type { Deleted, Draft } from '@/lib/offline/database'

/** The text of a deleted note, kept until its delete can no longer be undone. */
export type DeletedDraft = Draft & { deleted: Deleted }

export function isDeleted(draft: Draft): draft is DeletedDraft {
  return draft.deleted !== undefined
}

/** Finds the note that an undo has restored or created. */
export function findRestored(notes: Note[], { text, deleted }: DeletedDraft): Note | undefined {
  const { id, equalBefore = Infinity } = deleted
  return (
    notes.find(({ _id }) => _id === id) ??
    (countEqual(notes, text) > equalBefore ? notes.find((note) => isSameText(note, text)) : undefined)
  )
}

export function countEqual(notes: Note[], text: NoteText): number {
  return notes.filter((note) => isSameText(note, text)).length
}
