import { mutate } from 'swr'
import { ApiError } from '@/lib/api/api-error'
import { notesKey } from '@/lib/notes/swr-options'
import { hasFeature } from '@/lib/session/features'
import { getToken, getUser, NO_TOKEN, onSessionChange } from '@/lib/session/token'
import type { SourceNote } from '@/lib/transfer/formats/missing-notes'
import { createSnapshots, createTimeEstimate, type ImportRun, type ImportState } from './import-screen-state'
import { createImportWork } from './import-work'
import { createOutbox } from './outbox'
import { createRunControl, type Wait } from './run-control'

type Session = {
  getToken: () => string | null
  getUser: () => string | null
  subscribe: (listener: () => void) => () => void
}

type Options = { session?: Session; wait?: Wait }

/** Sends the notes that the host lacks, the last one first. Stops when the user signs out. */
export function startImport(sources: SourceNote[], options: Options = {}): ImportRun {
  const { session = { getToken, getUser, subscribe: onSessionChange }, wait = delay } = options
  const user = session.getUser()
  const estimate = createTimeEstimate()
  const outbox = createOutbox(sources)
  const askFirst = (event: Event) => event.preventDefault()
  const control = createRunControl({ wait, onChange })
  let task: ImportState['task'] = 'import'
  const snapshots = createSnapshots(readState)
  const steps = createImportWork({
    user: user ?? '',
    outbox,
    control,
    requireToken,
    onProgress() {
      if (control.getReason() !== 'signed-out') snapshots.publishSoon()
    },
  })
  void run(steps.importStep)

  async function run(step: () => Promise<boolean>): Promise<void> {
    const unsubscribe = session.subscribe(checkUser)
    onChange()
    await control.repeat(() => repeatWithNewToken(step))
    const isEnding = control.getPhase() === 'ending'
    if (isEnding && task === 'import') await steps.look().catch(console.warn)
    outbox.close()
    const isFull = control.getReason() === 'quota'
    control.end(isEnding && !isFull ? 'cancelled' : 'finished', isFull ? 'quota' : null)
    unsubscribe()
  }

  /** A new password replaces the token, and the host refuses calls that were under way with the last one. */
  async function repeatWithNewToken(step: () => Promise<boolean>): Promise<boolean> {
    const token = session.getToken()
    try {
      return await step()
    } catch (error) {
      if (token === session.getToken()) throw error
      console.warn(error)
      return false
    }
  }

  function stop(): void {
    control.end('cancelled', 'signed-out')
  }

  function checkUser(): void {
    if (session.getUser() !== user) stop()
  }

  function requireToken(): string {
    checkUser()
    const token = control.getReason() === 'signed-out' ? null : session.getToken()
    if (token === null) throw new ApiError(NO_TOKEN, { status: 401 })
    return token
  }

  function onChange(): void {
    snapshots.publish()
    warnOnLeave(!control.hasEnded())
    const token = session.getToken()
    if (token !== null) void forgetList(token)
  }

  function warnOnLeave(isRunning: boolean): void {
    if (typeof addEventListener === 'undefined') return
    if (isRunning) addEventListener('beforeunload', askFirst)
    else removeEventListener('beforeunload', askFirst)
  }

  function readState(): ImportState {
    const [phase, reason] = [control.getPhase(), control.getReason()]
    const { getResults, getQueuedTexts } = reason === 'signed-out' ? createOutbox([]) : outbox
    const results = getResults()
    const { alreadyThere, imported, failed, deleted, kept } = results
    const createdIds = hasFeature('delete-if-match') ? results.createdIds : []
    const [done, total] =
      task === 'undo'
        ? [deleted + kept, deleted + kept + createdIds.length]
        : [alreadyThere + imported + failed.length, results.total]
    return {
      task,
      phase,
      reason,
      ...results,
      createdIds,
      done,
      total,
      notSent: control.hasEnded() ? getQueuedTexts() : [],
      secondsLeft: control.isRunning() ? estimate.secondsLeft(done, total) : estimate.reset(),
    }
  }

  return {
    subscribe: snapshots.subscribe,
    getState: snapshots.getState,
    pause: () => control.pause('person'),
    resume: control.resume,
    cancel(): void {
      if (control.isActive()) control.end('ending', null)
    },
    stop,
    undo(): void {
      if (!control.hasEnded()) return
      task = 'undo'
      control.start()
      void run(steps.undoStep)
    },
  }
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

export async function forgetList(token: string): Promise<void> {
  await mutate(notesKey(token), () => undefined)
}
