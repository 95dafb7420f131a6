import { ApiError } from '@/lib/api/api-error'
import type { LoadedNote, NoteText } from '@/lib/domain/note'
import type { Write } from './write'

/** Another device's version, and both merged, with the places where they contradict each other marked. */
export type Conflict = { theirs: LoadedNote; merged: NoteText }

/**
 * What has become of a write. 'refused': the host will not do it; 'later': it has not been done, and may be sent again;
 * 'gone': the host does not have the note; 'outdated': the host has another version. `wasDone`: by an earlier press.
 */
export type Outcome =
  | { is: 'done'; write: Write; wasDone?: boolean }
  | { is: 'conflict'; conflict: Conflict }
  | { is: 'refused' | 'later' | 'unknown' | 'gone' | 'outdated'; error: unknown }

/** What the host, or its list, tells of a write that is done. */
export type Result = {
  noteId?: string | undefined
  etag?: string | undefined
  text?: NoteText
  isRestorable?: boolean
  /** The note was created by an earlier attempt, and lies in the trash by now. */
  wasDeleted?: boolean
}

export type Failure = Extract<Outcome, { error: unknown }>

/** Judges a failed call. What is not from the host was not sent. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return { is: 'later', error }
  if (error.status === 404) return { is: 'gone', error }
  if (error.status === 412) return { is: 'outdated', error }
  if (error.isRefused) return { is: 'refused', error }
  return { is: error.mayBeDone ? 'unknown' : 'later', error }
}

/** Whether a text that could not be saved so is sent again by itself. */
export function isSentLater({ error }: Failure): boolean {
  if (!(error instanceof ApiError)) return false
  return error.isUnreachable || [408, 425, 502, 503, 504].includes(error.status ?? 0)
}
