import type { LoadedNote, NoteText } from '@/lib/domain/note'

/** Text that is not on the host yet, or with `write`, what the user has decided about a note. */
export type Draft = {
  id: string
  user: string
  noteId: string | null
  text: NoteText
  base: LoadedNote
  /** Milliseconds since 1970, and later than every draft that the page had read, whatever the clock says. */
  writtenAt: number
  /** Set if the text is that of a deleted note. `noteId` is empty then, and matches no note. */
  deleted?: {
    id: string
    isRestorable: boolean
    /** Set before the note is created again: how many notes had the same text by then. */
    equalBefore?: number
  }
  /** Set once the user has pressed a button; earlier releases show such a record as a draft. */
  write?: WriteState | undefined
  /** Id of the write that creates the note whose next version this is. */
  follows?: string | undefined
  refusal?: string | undefined
  /** The note whose draft it was, until that was deleted. */
  formerly?: { noteId: string; base: LoadedNote } | undefined
}

/** Times are in milliseconds since 1970. */
export type WriteState = {
  kind: 'create' | 'replace' | 'delete' | 'restore' | 'erase' | 'empty'
  key: string
  decidedAt: number
  isConflict?: boolean | undefined
  waits?: boolean | undefined
  isUnknown?: boolean | undefined
  /** The host has created the note, and has not told its id. */
  isStored?: boolean | undefined
  /** Start of an attempt that the host may still be working on. */
  attemptedAt?: number | undefined
  /** The last attempt of a replacement: the text of the form, and what was sent for it. */
  sent?: { mine: NoteText; merged: NoteText }
  /** The version to create, where a later one was decided meanwhile: that is the text of the record, which 1.0.0 shows. */
  first?: NoteText | undefined
  /** How many notes had the same text before the first attempt to create it, as far as the page knew. */
  equalBefore?: number | undefined
  /** A note of an import of 1.1.0 before its release, which is never sent again. Until 1.3. */
  isImported?: boolean
  /** How many attempts in a row another page has answered, and since when. */
  pages?: { count: number; since: number } | undefined
  doneAt?: number | undefined
  /** Text that the note had before, if the host has answered without a proof that it is done. */
  unproven?: NoteText | undefined
  /** The note was deleted then, before it was restored. */
  hiddenAt?: number | undefined
  isUndoable?: boolean | undefined
  noteId?: string | undefined
  etag?: string | undefined
}

export type Write = Draft & { write: WriteState }

export function isWrite(record: Draft): record is Write {
  return record.write !== undefined
}

export function isUnsaved({ deleted, write }: Draft): boolean {
  if (deleted || write?.isImported) return false
  return !write || (!write.waits && write.doneAt === undefined)
}

export function isWaiting({ write }: Draft): boolean {
  return write?.waits === true && write.doneAt === undefined
}

/** Id of the write that replaces a note with a version that was decided before the note was created. */
export function nextId({ id }: Pick<Write, 'id'>): string {
  return `${id}-next`
}
