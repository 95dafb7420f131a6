import { ApiError } from '@/lib/api/api-error'
import type { LoadedNote, NoteText } from '@/lib/domain/note'
import type { Write } from '@/lib/offline/record'

export type Conflict = { theirs: LoadedNote; merged: NoteText }

/** 'refused': the host will not do it; 'later': not done, may be sent again. `wasDone`: by an earlier press. */
export type Outcome =
  | { is: 'done'; write: Write; wasDone?: boolean }
  | { is: 'conflict'; conflict: Conflict }
  | { is: 'refused' | 'later' | 'unknown' | 'gone' | 'outdated'; error: unknown }

export type Result = {
  noteId?: string | undefined
  etag?: string | undefined
  text?: NoteText
  isRestorable?: boolean
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

export function isSentLater({ error }: Failure): boolean {
  return error instanceof ApiError && error.isPassing
}
