import type { Note, NoteText } from '@/lib/domain/note'
import { userState } from '@/lib/session/user-state'
import type { Survey } from '@/lib/transfer/formats/survey'
import type { FailedNote } from './outbox'
import type { Phase, Reason } from './run-control'

export type ImportState = {
  task: 'import' | 'undo'
  phase: Phase
  reason: Reason | null
  done: number
  total: number
  alreadyThere: number
  imported: number
  failed: FailedNote[]
  notSent: NoteText[]
  /** Ids of imported notes that undo would delete. Empty on a host that may delete what was edited since. */
  createdIds: string[]
  deleted: number
  kept: number
  secondsLeft: number | undefined
}

export type ImportRun = {
  subscribe: (listener: () => void) => () => void
  getState: () => ImportState
  pause: () => void
  resume: () => void
  cancel: () => void
  stop: () => void
  undo: () => void
}

const INTERVAL_MS = 250

export function createSnapshots<State>(read: () => State) {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let state = read()

  function publish(): void {
    clearTimeout(timer)
    timer = undefined
    state = read()
    for (const listener of listeners) listener()
  }

  return {
    getState: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    publish,
    publishSoon(): void {
      timer ??= setTimeout(publish, INTERVAL_MS)
    },
  }
}

const WINDOW_MS = 10_000

export function createTimeEstimate() {
  let samples: { at: number; done: number }[] = []
  return {
    reset(): undefined {
      samples = []
    },
    secondsLeft(done: number, total: number): number | undefined {
      const now = { at: performance.now(), done }
      samples = [...samples.filter(({ at }) => now.at - at < WINDOW_MS), now]
      const { at, done: doneBefore } = samples[0] ?? now
      const perSecond = ((done - doneBefore) / (now.at - at)) * 1000
      return perSecond > 0 ? Math.ceil((total - done) / perSecond) : undefined
    },
  }
}

export type ImportStep =
  | { name: 'none'; problem?: string }
  | { name: 'reading'; found: number; cancel: () => void }
  /** `existing` are the notes on the host; undefined if it could not be asked. */
  | { name: 'survey'; survey: Survey; existing: Note[] | undefined }
  | { name: 'running'; run: ImportRun }

export const NO_IMPORT: ImportStep = { name: 'none' }

const step = userState((): ImportStep => NO_IMPORT, end)
const steps = createSnapshots(step.get)

export const getImportStep = step.get

export const subscribeToImport = steps.subscribe

export function setImportStep(next: ImportStep): void {
  step.set(next)
  steps.publish()
}

function end(step: ImportStep): void {
  if (step.name === 'reading') step.cancel()
  if (step.name === 'running') step.run.stop()
}
