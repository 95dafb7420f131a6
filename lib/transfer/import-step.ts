import type { Note } from '@/lib/domain/note'
import { userState } from '@/lib/session/user-state'
import type { Survey } from './formats/survey'
import type { ImportRun } from './import-run'

export type ImportStep =
  | { name: 'none'; problem?: string }
  | { name: 'reading'; found: number; cancel: () => void }
  /** `existing` are the notes on the host; undefined if it could not be asked. */
  | { name: 'survey'; survey: Survey; existing: Note[] | undefined }
  | { name: 'running'; run: ImportRun }

export const NO_IMPORT: ImportStep = { name: 'none' }

// An import goes on when another screen opens.
const step = userState((): ImportStep => NO_IMPORT, end)
const listeners = new Set<() => void>()

export const getImportStep = step.get

export function setImportStep(next: ImportStep): void {
  step.set(next)
  for (const listener of listeners) listener()
}

export function subscribeToImport(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Without its step, an import could be neither seen nor resumed. */
function end(step: ImportStep): void {
  if (step.name === 'reading') step.cancel()
  if (step.name === 'running') step.run.stop()
}
