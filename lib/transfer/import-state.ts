import type { NoteText } from '@/lib/domain/note'
import type { FailedNote } from './outbox'
import type { Phase, Reason } from './run-control'

export type ImportState = {
  task: 'import' | 'undo'
  phase: Phase
  /** Why it is paused, waits for the host, or has ended early. */
  reason: Reason | null
  /** Notes of the task that need nothing more, out of `total`. */
  done: number
  total: number
  alreadyThere: number
  imported: number
  failed: FailedNote[]
  /** Empty while it is running. */
  notSent: NoteText[]
  /** Ids of imported notes that undo would delete, where the host tells them. */
  createdIds: string[]
  /** Number of notes deleted by undo. */
  deleted: number
  /** Number of notes that undo has left alone, since they were edited after the import. */
  kept: number
  /** Undefined while it cannot be estimated. */
  secondsLeft: number | undefined
}
