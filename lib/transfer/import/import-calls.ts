import { NotFromHost } from '@/lib/api/answer'
import { ApiError } from '@/lib/api/api-error'
import { hasFeature } from '@/lib/api/features'
import { getNote } from '@/lib/api/notes'
import * as messages from '@/lib/domain/messages/transfer'
import { isSameText, normalizedForForm } from '@/lib/domain/note'
import { loadHostNotes } from '@/lib/transfer/host-notes'
import { createImportJournal } from '@/lib/writes/import-journal'
import { newImport, newImportUndo } from '@/lib/writes/new-write'
import type { Failure } from '@/lib/writes/outcome'
import { send as sendWrite } from '@/lib/writes/send'
import { createCallPool } from './call-pool'
import type { Created, Outbox, Outgoing } from './outbox'
import type { RetryLoop } from './retry-loop'

/** Time in which a host that responds again stores what it had received before. */
const SETTLING_MS = 1_000

export function createImportCalls(outbox: Outbox, loop: RetryLoop) {
  const { user, requireToken, markProgress } = loop
  const callAll = createCallPool()
  const journal = createImportJournal(user)
  const options = { ownerToken: requireToken, store: journal.store }
  let isCompared = false

  function whileRunning<Item>(next: () => Item | undefined): () => Item | undefined {
    return () => (loop.isRunning() ? next() : undefined)
  }

  async function send(outgoing: Outgoing): Promise<void> {
    outgoing.write ??= await journal.writeOf(outgoing.text)
    const outcome = await sendWrite(outgoing.write, options)
    if (outcome.is !== 'unknown') journal.end(outgoing.write)
    if (outcome.is !== 'done') markUnsent(outgoing, outcome as Failure)
    else if (!outcome.result.isInTrash && !outbox.wasThere(outcome.result.noteId))
      outbox.markStored(outgoing, outcome.result)
    else {
      // The key of an earlier import belongs to another note.
      outgoing.write = newImport(outgoing.text, user)
      outbox.putBack(outgoing)
    }
    markProgress()
  }

  function markUnsent(outgoing: Outgoing, { is, error }: Failure): void {
    const { status, hostMessage } = error as ApiError
    if (status === 507) loop.endAtQuota()
    else if (is !== 'unknown' && is !== 'later')
      return void outbox.markFailed(outgoing, hostMessage ?? messages.refusedWith(status ?? 0))
    const answered = error instanceof NotFromHost ? error.response.status : status
    if (is === 'unknown') outbox.markDoubtful(outgoing, answered === 503 ? undefined : answered)
    else outbox.putBack(outgoing)
    throw error
  }

  /** Deletes a note that this import has made; with an ETag, unless it is another version by now. */
  async function remove(note: Pick<Created, 'noteId' | 'state'>, etag?: string): Promise<void> {
    const write = newImportUndo(note.noteId, etag, user)
    const outcome = await sendWrite(write, options)
    const { is, error } = outcome as Failure
    if (is !== 'unknown') journal.end(write)
    if (outcome.is === 'done' || isGone(error)) note.state = 'deleted'
    else if (is === 'outdated') note.state = 'edited'
    else if (is !== 'refused') throw error
    markProgress()
  }

  async function undo(created: Created): Promise<void> {
    try {
      const etag = created.etag ?? (await etagOf(created))
      if (etag !== undefined) return await remove(created, etag)
      created.state = 'edited'
    } catch (error) {
      if (!isGone(error)) throw error
      created.state = 'deleted'
    }
    markProgress()
  }

  async function etagOf({ noteId, text }: Created): Promise<string | undefined> {
    const note = await getNote(requireToken(), noteId)
    return isSameText(note, normalizedForForm(text)) ? note.etag : undefined
  }

  async function look(): Promise<void> {
    let notes = await loadHostNotes(requireToken())
    const keepsKeys = hasFeature('idempotency-key')
    if (outbox.has('doubtful') && !keepsKeys) {
      await loop.sleep(SETTLING_MS)
      notes = await loadHostNotes(requireToken())
    }
    const { imported } = outbox.getResults()
    const copies = await outbox.reconcile(notes, keepsKeys)
    if (outbox.getResults().imported > imported) markProgress()
    await callAll(
      () => copies.pop(),
      (noteId) => remove({ noteId, state: 'stored' }),
    )
  }

  return {
    look,

    async importStep(): Promise<boolean> {
      if (!isCompared) {
        await outbox.removeKnown(await loadHostNotes(requireToken()))
        isCompared = true
        return !outbox.has('queued')
      }
      if (!outbox.has('doubtful')) await callAll(whileRunning(outbox.next), send)
      if (!loop.isRunning()) return false
      await look()
      return !outbox.has('queued')
    },

    /** Deletes nothing on hosts without `If-Match`, where a DELETE could take what was edited since. */
    async undoStep(): Promise<boolean> {
      // Another host may stand at this address since the import.
      await loadHostNotes(requireToken())
      const created = hasFeature('delete-if-match') ? outbox.getCreated() : []
      await callAll(
        whileRunning(() => created.pop()),
        undo,
      )
      return created.length === 0
    },
  }
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}
