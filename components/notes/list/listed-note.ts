import type { Note } from '@/lib/domain/note'

/** Note, its position among the notes shown, and the id of the element that holds its card. */
export type ListedNote = { note: Note; position: number; cardId: string }
