import * as messages from '@/lib/domain/messages/transfer'
import type { Note, NoteText } from '@/lib/domain/note'
import type { Write } from '@/lib/offline/record'
import { runInTimeSlices } from '@/lib/time-slicing'
import { matchNotes, missingNotes, type SourceNote } from '@/lib/transfer/formats/missing-notes'

const MAX_SERVER_ERRORS = 3

export type Outgoing = {
  text: NoteText
  position: number
  write?: Write
  /** Statuses that may be due to the note. */
  serverErrors?: number[]
  /** Id of the stored note. A note that was stored without one is looked for in the list. */
  noteId?: string | undefined
  etag?: string | undefined
  undone?: 'deleted' | 'kept'
}

export type Created = Outgoing & { noteId: string }

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox(sources: SourceNote[]) {
  const idsBefore = new Set<string>()
  let queue = sources.map(outgoingAt)
  const doubtful = new Set<Outgoing>()
  const stored = new Set<Outgoing>()
  const failed = new Map<Outgoing, string>()
  let alreadyThere = 0

  function putBack(outgoing: Outgoing): void {
    const newer = queue.findLastIndex(({ position }) => position < outgoing.position)
    queue.splice(newer + 1, 0, outgoing)
  }

  function markStored(outgoing: Outgoing, { noteId, etag }: Pick<Outgoing, 'noteId' | 'etag'>): void {
    stored.add(Object.assign(outgoing, { noteId, etag }))
  }

  /** A note is at fault only if the host has stored others. */
  function putBackOrGiveUp(outgoing: Outgoing): void {
    const status = outgoing.serverErrors?.[MAX_SERVER_ERRORS - 1]
    if (status === undefined || stored.size === 0) putBack(outgoing)
    else failed.set(outgoing, messages.refusedWith(status))
  }

  /** Keeps the lower id of two copies, so that two devices that import the same notes agree on it. */
  async function takeCopies(notes: Note[]): Promise<string[]> {
    if (notes.length === 0) return []
    const copies = await runInTimeSlices(matchNotes([...stored], notes))
    if (copies.size === 0) return []
    const ids = [...copies].map(([outgoing, { _id }]) => {
      const { noteId = _id } = outgoing
      const [kept, copy = _id] = [noteId, _id].sort()
      if (kept !== noteId) markStored(outgoing, { noteId: kept })
      return copy
    })
    const taken = new Set(copies.values())
    return [...ids, ...(await takeCopies(notes.filter((note) => !taken.has(note))))]
  }

  function getCreated(): Created[] {
    return [...stored].filter((one): one is Created => one.noteId !== undefined && !one.undone)
  }

  return {
    async removeKnown(notes: Note[]): Promise<void> {
      for (const { _id } of notes) idsBefore.add(_id)
      queue = (await runInTimeSlices(missingNotes(sources, notes))).map(outgoingAt)
      alreadyThere = sources.length - queue.length
    },

    next: () => queue.pop(),
    wasThere: (id = '') => idsBefore.has(id),
    putBack,
    isEmpty: () => queue.length === 0,

    markStored,
    markFailed(outgoing: Outgoing, reason: string): void {
      failed.set(outgoing, reason)
    },
    /** The list will show whether the host has the note. `serverError` is a status that may be due to the note. */
    markDoubtful(outgoing: Outgoing, serverError?: number): void {
      doubtful.add(outgoing)
      if (serverError === undefined) return
      outgoing.serverErrors = [...(outgoing.serverErrors ?? []), serverError]
    },
    hasDoubtful: () => doubtful.size > 0,

    /** Returns the ids of copies on a host without keys: browsers repeat a POST if a reused connection breaks. */
    async reconcile(notes: Note[], keepsKeys = false): Promise<string[]> {
      const fresh = new Map(notes.filter(({ _id }) => !idsBefore.has(_id)).map((note) => [note._id, note]))
      const unlisted = [...stored].filter(({ noteId }) => noteId === undefined || !fresh.delete(noteId))
      const found = await runInTimeSlices(matchNotes([...unlisted, ...doubtful], [...fresh.values()]))
      for (const [outgoing, { _id }] of found) {
        markStored(outgoing, { noteId: _id })
        doubtful.delete(outgoing)
        fresh.delete(_id)
      }
      for (const outgoing of doubtful) putBackOrGiveUp(outgoing)
      doubtful.clear()
      for (const outgoing of unlisted) {
        if (found.has(outgoing)) continue
        stored.delete(outgoing)
        failed.set(outgoing, messages.notInList)
      }
      return keepsKeys ? [] : takeCopies([...fresh.values()])
    },

    close(): void {
      for (const outgoing of doubtful) failed.set(outgoing, messages.responseLost)
      doubtful.clear()
    },

    getResults() {
      const countOf = (end: Outgoing['undone']) => [...stored].filter(({ undone }) => undone === end).length
      return {
        total: sources.length,
        alreadyThere,
        imported: stored.size,
        failed: [...failed]
          .sort(([one], [other]) => one.position - other.position)
          .map(([{ text }, reason]) => ({ text, reason })),
        createdIds: getCreated().map(({ noteId }) => noteId),
        deleted: countOf('deleted'),
        kept: countOf('kept'),
      }
    },
    getCreated,
    getQueuedTexts: () => queue.map(({ text }) => text),
  }
}

function outgoingAt({ text }: SourceNote, position: number): Outgoing {
  return { text, position }
}
