import type { Note } from '@/lib/domain/note'

/** Note and its position among the notes shown. */
export type ListedNote = { note: Note; position: number }

export function cardId(note: Note): string {
  return `note-${note._id}`
}
