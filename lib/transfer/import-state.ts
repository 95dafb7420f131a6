import type { NoteText } from '@/lib/domain/note'
import type { FailedNote } from './outbox'
import type { Phase, Reason } from './run-control'

export type ImportState = {
  task: 'import' | 'undo'
  phase: Phase
  /** Why it is paused, or has ended early. */
  reason: Reason | null
  total: number
  alreadyThere: number
  imported: number
  failed: FailedNote[]
  /** Empty while it is running. */
  notSent: NoteText[]
  /** Ids of imported notes that have not been deleted, where the host tells them. */
  createdIds: string[]
  /** Number of notes deleted by undo. */
  deleted: number
  /** Undefined while it cannot be estimated. */
  secondsLeft: number | undefined
}
