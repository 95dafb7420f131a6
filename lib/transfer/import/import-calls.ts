import { NotFromHost } from '@/lib/api/answer'
import { ApiError } from '@/lib/api/api-error'
import { hasFeature } from '@/lib/api/features'
import { getNote } from '@/lib/api/notes'
import * as messages from '@/lib/domain/messages/transfer'
import { isSameText, normalizedForForm } from '@/lib/domain/note'
import type { Write } from '@/lib/offline/record'
import { loadHostNotes } from '@/lib/transfer/host-notes'
import { type AssertHeld, MAX_ATTEMPT_MS, withLock } from '@/lib/writes/lock'
import { newImport, newImportUndo } from '@/lib/writes/new-write'
import type { Sent } from '@/lib/writes/next'
import type { Failure } from '@/lib/writes/outcome'
import { send as sendWrite } from '@/lib/writes/send'
import { createCallPool } from './call-pool'
import type { Created, Outbox, Outgoing } from './outbox'
import type { RetryLoop } from './retry-loop'

/** Time in which a host that responds again stores what it had received before. */
const SETTLING_MS = 1_000

const LOCK_WAIT_MS = 1_000

const MAX_FAILED_REMOVALS = 3

export function createImportCalls(outbox: Outbox, loop: RetryLoop) {
  const { user, requireToken, markProgress } = loop
  const callAll = createCallPool()
  let keepsKeys = false
  /** A host may never delete: what was imported is there all the same. */
  let failedRemovals = 0
  /** Until when the host may work on a call that the page has given up, in milliseconds of `performance.now()`. */
  let underWayUntil = 0

  function whileRunning<Item>(next: () => Item | undefined): () => Item | undefined {
    return () => (loop.isRunning() ? next() : undefined)
  }

  function sendNow(write: Write, assertHeld?: AssertHeld): Promise<Sent> {
    // No record is stored: importing the file again makes the same writes, with the same keys.
    return sendWrite(write, { ownerToken: requireToken, store: async () => true, assertHeld })
  }

  async function send(outgoing: Outgoing, assertHeld: AssertHeld): Promise<void> {
    const { text } = outgoing
    outgoing.write ??= newImport(text, user, outbox.nextKey(text))
    const outcome = await sendNow(outgoing.write, assertHeld)
    if ('error' in outcome) markUnsent(outgoing, outcome)
    else if (outcome.is === 'done') {
      const { noteId, etag, isInTrash } = outcome.result
      if (!isInTrash && !(keepsKeys && outbox.isOfAnother(noteId)))
        outbox.markAccepted(outgoing, { noteId, etag })
      else {
        // The key is that of an earlier import, or of an equal text: the next one may be free.
        outgoing.write = undefined
        return send(outgoing, assertHeld)
      }
    }
    markProgress()
  }

  function markUnsent(outgoing: Outgoing, { is, error }: Failure): void {
    const failed = error instanceof ApiError ? error : undefined
    const isFull = failed?.status === 507
    if (failed?.isTimeout) underWayUntil = performance.now() + MAX_ATTEMPT_MS
    const answered = error instanceof NotFromHost ? error.response.status : failed?.status
    if (is === 'unknown') outbox.markDoubtful(outgoing, answered === 503 ? undefined : answered)
    else if (is === 'later' || isFull) outbox.putBack(outgoing)
    else {
      outbox.markFailed(outgoing, failed?.hostMessage ?? messages.refusedWith(failed?.status ?? 0))
      return
    }
    if (isFull) loop.endAtQuota()
    throw error
  }

  /** Deletes a note that this import has made; with an ETag, unless it is another version by now. */
  async function remove(note: Pick<Created, 'noteId' | 'state'>, etag?: string): Promise<void> {
    const outcome = await sendNow(newImportUndo(note.noteId, etag, user))
    const error = 'error' in outcome ? outcome.error : undefined
    if (outcome.is === 'done' || isGone(error)) note.state = 'deleted'
    else if (outcome.is === 'outdated') note.state = 'edited'
    else if (outcome.is !== 'refused') throw error
    // The list tells whether it is gone.
    if (!isGone(error)) markProgress()
  }

  async function undo(created: Created): Promise<void> {
    try {
      const etag = created.etag ?? (await etagOf(created))
      if (etag !== undefined) return await remove(created, etag)
      created.state = 'edited'
      markProgress()
    } catch (error) {
      if (!isGone(error)) throw error
      created.state = 'deleted'
    }
  }

  async function etagOf({ noteId, text }: Created): Promise<string | undefined> {
    const note = await getNote(requireToken(), noteId)
    return isSameText(note, normalizedForForm(text)) ? note.etag : undefined
  }

  async function compare(): Promise<void> {
    let notes = await loadHostNotes(requireToken())
    keepsKeys = hasFeature('idempotency-key')
    if (!keepsKeys && outbox.has('doubtful')) {
      const left = loop.isRunning() ? underWayUntil - performance.now() : 0
      if (left > 0) loop.explain('unanswered')
      await loop.sleep(Math.max(SETTLING_MS, left))
      if (loop.getState().phase === 'paused') return
      loop.explain(null)
      notes = await loadHostNotes(requireToken())
    }
    const { imported } = outbox.getResults()
    const copies = await outbox.compare(notes, keepsKeys)
    if (outbox.getResults().imported > imported) markProgress()
    if (failedRemovals < MAX_FAILED_REMOVALS) await removeAll(copies)
  }

  async function removeAll(copies: string[]): Promise<void> {
    try {
      await callAll(
        () => copies.pop(),
        async (noteId) => {
          await remove({ noteId, state: 'stored' })
          failedRemovals = 0
        },
      )
    } catch (error) {
      failedRemovals += 1
      throw error
    }
  }

  return {
    compare,

    async importStep(): Promise<boolean> {
      const isDone = await withLock(
        `notas-import-${user}`,
        async (assertHeld) => {
          if (loop.getState().reason === 'other-tab') loop.explain(null)
          await compare()
          if (!loop.isRunning()) return false
          if (!outbox.has('queued')) return true
          await callAll(whileRunning(outbox.next), (outgoing) => send(outgoing, assertHeld))
          return false
        },
        LOCK_WAIT_MS,
      )
      if (isDone === undefined) loop.explain('other-tab')
      return isDone ?? false
    },

    /** Deletes nothing on hosts without `If-Match`, where a DELETE could take what was edited since. */
    async undoStep(): Promise<boolean> {
      const listed = await loadHostNotes(requireToken())
      // Another host may stand at this address since the import.
      if (!hasFeature('delete-if-match')) return true
      if (outbox.markGone(listed)) markProgress()
      const created = outbox.getCreated()
      await callAll(
        whileRunning(() => created.pop()),
        undo,
      )
      // A gateway whose host is away answers 404, too.
      if (outbox.takeBackListed(await loadHostNotes(requireToken())))
        throw new Error('Deleted notes are listed')
      return created.length === 0
    },
  }
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}
