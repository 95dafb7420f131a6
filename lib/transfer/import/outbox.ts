import * as messages from '@/lib/domain/messages/transfer'
import type { Note, NoteText } from '@/lib/domain/note'
import { runInTimeSlices } from '@/lib/time-slicing'
import { matchNotes, missingNotes, type SourceNote } from '@/lib/transfer/formats/missing-notes'
import type { Write } from '@/lib/writes/write'

const MAX_SERVER_ERRORS = 3

export type Outgoing = SourceNote & { position: number; write?: Write }

/** Note that the host has stored. Without an id it is looked for in the list. */
type Stored = { noteId?: string | undefined; etag?: string | undefined }

export type Created = { id: string; etag: string | undefined; text: NoteText }

export type FailedNote = { text: NoteText; reason: string }

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox(sources: SourceNote[]) {
  const idsBefore = new Set<string>()
  let queue = sources.map(outgoingAt)
  const doubtful = new Set<Outgoing>()
  const serverErrors = new Map<Outgoing, number[]>()
  const stored = new Map<Outgoing, Stored>()
  const failed = new Map<Outgoing, string>()
  const deletedIds = new Set<string>()
  const keptIds = new Set<string>()
  let alreadyThere = 0

  function putBack(outgoing: Outgoing): void {
    const newer = queue.findLastIndex(({ position }) => position < outgoing.position)
    queue.splice(newer + 1, 0, outgoing)
  }

  /** A note is at fault only if the host has stored others. */
  function putBackOrGiveUp(outgoing: Outgoing): void {
    const statuses = serverErrors.get(outgoing) ?? []
    const status = statuses[MAX_SERVER_ERRORS - 1]
    if (status === undefined || stored.size === 0) putBack(outgoing)
    else failed.set(outgoing, messages.refusedWith(status))
  }

  /** Of two copies the lower id stays, so that two devices that import the same notes agree on it. */
  async function takeCopies(notes: Note[]): Promise<string[]> {
    if (notes.length === 0) return []
    const copies = await runInTimeSlices(matchNotes([...stored.keys()], notes))
    if (copies.size === 0) return []
    const ids = [...copies].map(([outgoing, { _id }]) => {
      const { noteId = _id } = stored.get(outgoing) ?? {}
      const [kept, copy = _id] = [noteId, _id].sort()
      if (kept !== noteId) stored.set(outgoing, { noteId: kept })
      return copy
    })
    const taken = new Set(copies.values())
    return [...ids, ...(await takeCopies(notes.filter((note) => !taken.has(note))))]
  }

  function getCreated(): Created[] {
    return [...stored].flatMap(([{ text }, { noteId: id, etag }]) =>
      id === undefined || deletedIds.has(id) || keptIds.has(id) ? [] : { id, etag, text },
    )
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

    markStored(outgoing: Outgoing, { noteId, etag }: Stored): void {
      stored.set(outgoing, { noteId, etag })
    },
    markFailed(outgoing: Outgoing, reason: string): void {
      failed.set(outgoing, reason)
    },
    /** The list will show whether the host has the note. `serverError` is a status that may be due to the note. */
    markDoubtful(outgoing: Outgoing, serverError?: number): void {
      doubtful.add(outgoing)
      if (serverError === undefined) return
      serverErrors.set(outgoing, [...(serverErrors.get(outgoing) ?? []), serverError])
    },
    hasDoubtful: () => doubtful.size > 0,

    /**
     * Compares the results with the host's list, and queues or gives up doubtful notes that it lacks. Returns the ids of copies
     * on a host without keys: browsers send a POST twice if a connection that was used before breaks off.
     */
    async reconcile(notes: Note[], keepsKeys = false): Promise<string[]> {
      const fresh = new Map(notes.filter(({ _id }) => !idsBefore.has(_id)).map((note) => [note._id, note]))
      const unlisted = [...stored]
        .filter(([, { noteId }]) => noteId === undefined || !fresh.delete(noteId))
        .map(([one]) => one)
      const found = await runInTimeSlices(matchNotes([...unlisted, ...doubtful], [...fresh.values()]))
      for (const [outgoing, { _id }] of found) {
        stored.set(outgoing, { noteId: _id })
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

    markKept(id: string): void {
      keptIds.add(id)
    },

    markDeleted(id: string): void {
      deletedIds.add(id)
    },

    close(): void {
      for (const outgoing of doubtful) failed.set(outgoing, messages.responseLost)
      doubtful.clear()
    },

    getResults() {
      return {
        total: sources.length,
        alreadyThere,
        imported: stored.size,
        failed: [...failed]
          .sort(([one], [other]) => one.position - other.position)
          .map(([{ text }, reason]): FailedNote => ({ text, reason })),
        createdIds: getCreated().map(({ id }) => id),
        deleted: [...stored.values()].filter(({ noteId = '' }) => deletedIds.has(noteId)).length,
        kept: keptIds.size,
      }
    },
    getCreated,
    getQueuedTexts: () => queue.map(({ text }) => text),
  }
}

function outgoingAt({ text }: SourceNote, position: number): Outgoing {
  return { text, alternatives: [], position }
}
