import type { SourceNote } from '@notas/note-formats'
import { mutate } from 'swr'
import { hasFeature } from '@/lib/api/features'
import { notesKey } from '@/lib/notes/swr-options'
import { createImportCalls } from './import-calls'
import { createOutbox } from './outbox'
import { createRetryLoop, type RetryOptions } from './retry-loop'
import { createSnapshots } from './snapshots'

export type ImportRun = ReturnType<typeof startImport>

export type ImportState = ReturnType<ImportRun['getState']>

/** Sends the notes that the host lacks, the last one first. Stops when the user signs out. */
export function startImport(sources: SourceNote[], options: RetryOptions = {}) {
  const outbox = createOutbox(sources)
  const askFirst = (event: BeforeUnloadEvent) => {
    event.preventDefault()
    // Chromium up to 118 asks for this alone.
    event.returnValue = true
  }
  const resumeOnline = () => {
    if (loop.getState().reason === 'host-unavailable') loop.resume()
  }
  const loop = createRetryLoop({ onChange, onProgress: () => snapshots.publishSoon() }, options)
  let task: 'import' | 'undo' = 'import'
  const snapshots = createSnapshots(readState)
  const { importStep, undoStep, compare } = createImportCalls(outbox, loop)
  void loop.run(importStep, async () => {
    if (loop.getState().phase === 'ending') await compare().catch(console.warn)
    outbox.close()
  })

  function onChange(): void {
    snapshots.publish()
    if (loop.hasEnded()) {
      globalThis.removeEventListener?.('beforeunload', askFirst)
      globalThis.removeEventListener?.('online', resumeOnline)
      const token = loop.getToken()
      if (token !== null) void forgetList(token)
    } else {
      globalThis.addEventListener?.('beforeunload', askFirst)
      globalThis.addEventListener?.('online', resumeOnline)
    }
  }

  function readState() {
    const { phase, reason } = loop.getState()
    const results = (reason === 'signed-out' ? createOutbox([]) : outbox).getResults()
    const { alreadyThere, imported, failed, deleted, edited } = results
    const createdIds = hasFeature('delete-if-match') ? results.createdIds : []
    const [done, total] =
      task === 'undo'
        ? [deleted + edited, deleted + edited + createdIds.length]
        : [alreadyThere + imported + failed.length, results.total]
    return {
      task,
      phase,
      reason,
      ...results,
      createdIds,
      done,
      total,
      /** On the clock of `performance.now()`. */
      at: performance.now(),
      notSent: loop.hasEnded() ? results.notSent : [],
    }
  }

  return {
    subscribe: snapshots.subscribe,
    getState: snapshots.getState,
    pause: () => loop.pause('person'),
    resume: loop.resume,
    cancel: loop.cancel,
    stop: loop.stop,
    undo(): void {
      if (!loop.hasEnded()) return
      task = 'undo'
      void loop.run(undoStep, async () => {})
    },
  }
}

/** A list on the screen stays there until it has been read again. */
export async function forgetList(token: string): Promise<void> {
  const isShown = /\/notas\/?$/.test(globalThis.location?.pathname ?? '')
  await (isShown ? mutate(notesKey(token)) : mutate(notesKey(token), () => undefined))
}
