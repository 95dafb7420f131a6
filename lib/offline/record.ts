import { isSameText, type LoadedNote, type NoteText } from '@/lib/domain/note'

export type Draft = {
  id: string
  user: string
  noteId: string | null
  text: NoteText
  base: LoadedNote
  /** Milliseconds since 1970, and later than all that the page had read, whatever the clock says. */
  writtenAt: number
  /** Id of the write that creates the note whose next version this is. */
  follows?: string
  refusal?: string
  /** The note whose draft it was, until that was deleted. */
  formerly?: { noteId: string; base: LoadedNote }
}

type Decided = Omit<Draft, 'follows' | 'refusal' | 'formerly'> & {
  key: string
  /** Milliseconds since 1970, as all times of a write. */
  decidedAt: number
  state: WriteState
  /** Until 1.3: marks an import's note of 1.1.0 before its release, which is never sent again. */
  isImported?: boolean
}

export type Creation = Decided & {
  kind: 'create'
  /** The version to create, where a later one was decided meanwhile: that is the text of the record, which 1.0.0 shows. */
  first?: NoteText
  /** How many notes had the same text before the first attempt, as far as the page knew. */
  equalBefore?: number
}

export type Replacement = Decided & {
  kind: 'replace'
  noteId: string
  /** The last attempt: the text of the form, and what was sent for it. */
  sent?: { mine: NoteText; merged: NoteText }
}

/** `noteId` of what is about a deleted note is empty, and matches no note. */
type OfDeleted = Decided & {
  deleted: { id: string; isRestorable: boolean }
  isUndoable?: boolean
}

export type Deletion = OfDeleted & { kind: 'delete' }

export type Restoration = OfDeleted & {
  kind: 'restore'
  /** The note was deleted then, before it was restored. */
  hiddenAt?: number
  equalBefore?: number
}

export type Erasure = OfDeleted & { kind: 'erase' | 'empty' }

export type Write = Creation | Replacement | Deletion | Restoration | Erasure

/** `waits`: it is sent again by itself. 'decided': nothing that was sent can have been done. */
export type WriteState =
  | { is: 'decided'; waits: boolean; pages?: Pages }
  | UnknownState
  | { is: 'conflicting' }
  | DoneState

export type UnknownState = {
  is: 'unknown'
  waits: boolean
  pages?: Pages
  /** Start of an attempt that the host may still be working on. */
  attemptedAt?: number
  /** The host has created the note, and has not told its id. */
  isStored?: boolean
  /** The last attempt went without a key, or to a host that kept none: it may keep them since. */
  isKeyless?: boolean
}

export type DoneState = {
  is: 'done'
  at: number
  noteId?: string
  etag?: string
  /** Text that the note had before, if the host has answered without a proof that it is done. */
  unproven?: NoteText
}

/** How many attempts in a row another page has answered, or the host has failed at, and since when. */
export type Pages = { count: number; since: number }

export type DraftOrWrite = Draft | Write

export function isWrite(record: DraftOrWrite): record is Write {
  return 'state' in record
}

export function isDone(record: Write): record is Write & { state: DoneState } {
  return record.state.is === 'done'
}

export function isConflicting(record: DraftOrWrite): boolean {
  return isWrite(record) && record.state.is === 'conflicting'
}

export function isUnsaved(record: DraftOrWrite): boolean {
  if (!isWrite(record)) return true
  const isOfForm = record.kind === 'create' || record.kind === 'replace'
  return isOfForm && !record.isImported && !isDone(record) && !isWaiting(record)
}

export function isWaiting(record: DraftOrWrite): record is Write {
  return isWrite(record) && 'waits' in record.state && record.state.waits
}

export function hasSameNoteAndText(one: DraftOrWrite, other: DraftOrWrite): boolean {
  return one.noteId === other.noteId && isSameText(one.text, other.text)
}

/** Fragment of an editor's address that names the draft to offer first. */
export function hashOfDraft({ id }: DraftOrWrite): string {
  return `#${id}`
}

/** Id of the write that replaces a note with a version that was decided before the note was created. */
export function nextId({ id }: Pick<Write, 'id'>): string {
  return `${id}-next`
}
