import type { ApiError } from '@/lib/api/api-error'
import { deleteNote } from '@/lib/api/delete-note'
import { createNote } from '@/lib/api/notes'
import { listRawNotes } from '@/lib/api/raw-list'
import * as messages from '@/lib/domain/messages/import-run'
import { createCallPool } from './call-pool'
import type { Outbox, Outgoing } from './outbox'
import type { RunControl } from './run-control'

/** Time in which a host that responds again stores what it had received before. */
const SETTLING_MS = 1_000

type Options = { outbox: Outbox; control: RunControl; requireToken: () => string; onProgress: () => void }

/** Steps to repeat until they resolve to true. */
export function createImportSteps({ outbox, control, requireToken, onProgress }: Options) {
  const callAll = createCallPool()
  let isCompared = false

  function whileRunning<Item>(next: () => Item | undefined): () => Item | undefined {
    return () => (control.isRunning() ? next() : undefined)
  }

  function markProgress(): void {
    control.markProgress()
    onProgress()
  }

  async function send(outgoing: Outgoing): Promise<void> {
    try {
      outbox.markStored(outgoing, await createNote(requireToken(), outgoing.text))
    } catch (error) {
      const { status, hostMessage } = error as ApiError
      if (status === 401 || status === 429) outbox.putBack(outgoing)
      else if (status === undefined || status === 503) outbox.markDoubtful(outgoing)
      else if (status >= 500) outbox.markDoubtful(outgoing, status)
      else outbox.markFailed(outgoing, hostMessage ?? messages.refusedWith(status))
      if (status === 507) control.end('ending', 'quota')
      if (!isRefusal(error)) throw error
    }
    markProgress()
  }

  async function remove(id: string): Promise<void> {
    try {
      await deleteNote(requireToken(), id)
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (error.status !== 404) return
    }
    outbox.markDeleted(id)
    markProgress()
  }

  /** Compares with the host's list, and deletes copies. */
  async function look(): Promise<void> {
    let notes = await listRawNotes(requireToken())
    if (outbox.hasDoubtful()) {
      await control.sleep(SETTLING_MS)
      notes = await listRawNotes(requireToken())
    }
    const { imported } = outbox.getResults()
    const copies = await outbox.reconcile(notes)
    if (outbox.getResults().imported > imported) markProgress()
    await callAll(() => copies.pop(), remove)
  }

  return {
    look,

    async importStep(): Promise<boolean> {
      if (!isCompared) {
        await outbox.removeKnown(await listRawNotes(requireToken()))
        isCompared = true
        return outbox.isEmpty()
      }
      if (!outbox.hasDoubtful()) await callAll(whileRunning(outbox.next), send)
      if (!control.isRunning()) return false
      await look()
      return outbox.isEmpty()
    },

    /** Compares each time: notes may have been edited during a pause. */
    async undoStep(): Promise<boolean> {
      await outbox.markEdited(await listRawNotes(requireToken()))
      const ids = outbox.getResults().createdIds
      await callAll(
        whileRunning(() => ids.pop()),
        remove,
      )
      return ids.length === 0
    },
  }
}

/** Whether the host has refused one note, and can take others. */
function isRefusal(error: unknown): error is ApiError {
  const { status = 500 } = error as Partial<ApiError>
  return status < 500 && status !== 401 && status !== 429
}
