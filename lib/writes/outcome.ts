import { NotFromHost } from '@/lib/api/answer'
import { ApiError } from '@/lib/api/api-error'
import type { LoadedNote, NoteText } from '@/lib/domain/note'
import type { Write } from '@/lib/offline/record'

export type Conflict = { theirs: LoadedNote; merged: NoteText }

export type Result = {
  noteId?: string
  etag?: string
  text?: NoteText
  isInTrash?: boolean
  unproven?: NoteText
}

/** 'refused': the host will not do it; 'later': not done, may be sent again. */
export type Failure = { is: 'refused' | 'later' | 'unknown' | 'gone' | 'outdated'; error: unknown }

/** Outcome of a press. `wasDone`: by an earlier one. 'busy': another tab has the lock, and no record has the text. */
export type Outcome =
  | { is: 'done'; write: Write; wasDone?: boolean }
  | { is: 'conflict'; conflict: Conflict }
  | { is: 'busy'; error: unknown }
  | Failure

const MAY_BE_REPEATED = [401, 408, 425, 429]

const NO_FAULT_OF_THE_CALL = [undefined, 408, 425, 502, 503, 504]

/** Judges a failed call. Without an `ApiError`, nothing was sent. */
export function judge(error: unknown): Failure['is'] {
  if (!(error instanceof ApiError)) return 'later'
  const { status = 500, mayBeDone } = error
  if (status === 404) return 'gone'
  if (status === 412) return 'outdated'
  if (mayBeDone) return 'unknown'
  const isRefused = status === 507 || (status >= 400 && status < 500 && !MAY_BE_REPEATED.includes(status))
  return isRefused ? 'refused' : 'later'
}

/** Whether another call would fail so, too: the connection, a gateway or a busy host is at fault. */
export function isNoFaultOfCall({ error }: Pick<Failure, 'error'>): boolean {
  return error instanceof ApiError && NO_FAULT_OF_THE_CALL.includes(error.status)
}

export function isFromOtherPage(error: unknown): error is NotFromHost {
  return error instanceof NotFromHost
}
