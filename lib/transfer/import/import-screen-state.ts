import type { Survey } from '@notas/note-formats'
import type { Note } from '@/lib/domain/note'
import { userState } from '@/lib/session/user-state'
import type { ImportRun } from './start-import'

export type ImportStep =
  | { name: 'none'; problem?: string }
  | { name: 'reading'; found: number; cancel: () => void }
  | { name: 'survey'; survey: Survey; existing: Note[] | undefined }
  | { name: 'running'; run: ImportRun }

export const NO_IMPORT: ImportStep = { name: 'none' }

const step = userState((): ImportStep => NO_IMPORT, end)

export const { get: getImportStep, set: setImportStep, subscribe: subscribeToImport } = step

function end(step: ImportStep): void {
  if (step.name === 'reading') step.cancel()
  if (step.name === 'running') step.run.stop()
}
