import * as messages from '@/lib/domain/messages/import-run'
import { type Note, type NoteText, normalizedForForm } from '@/lib/domain/note'
import { inTimeSlices, runInTimeSlices } from '@/lib/time-slicing'
import { matchNotes, missingNotes, type SourceNote } from './formats/missing-notes'

/** Server errors for one note after which it is given up. */
const MAX_SERVER_ERRORS = 3

export type Outgoing = SourceNote & { position: number }

/** `reason` can be shown to the user. */
export type FailedNote = { text: NoteText; reason: string }

export type Outbox = ReturnType<typeof createOutbox>

/** Holds the notes to send, newest first, and the result of each. */
export function createOutbox(sources: SourceNote[]) {
  const idsBefore = new Set<string>()
  let queue = sources.map(outgoingAt)
  const doubtful = new Set<Outgoing>()
  const serverErrors = new Map<Outgoing, number[]>()
  const stored = new Map<Outgoing, string | undefined>()
  const failed = new Map<Outgoing, string>()
  const deletedIds = new Set<string>()
  let editedIds = new Set<string>()
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
      const [kept, copy = _id] = [stored.get(outgoing) ?? _id, _id].sort()
      stored.set(outgoing, kept)
      return copy
    })
    const taken = new Set(copies.values())
    return [...ids, ...(await takeCopies(notes.filter((note) => !taken.has(note))))]
  }

  return {
    /** Keeps what the host's list lacks. */
    async removeKnown(notes: Note[]): Promise<void> {
      for (const { _id } of notes) idsBefore.add(_id)
      queue = (await runInTimeSlices(missingNotes(sources, notes))).map(outgoingAt)
      alreadyThere = sources.length - queue.length
    },

    /** Takes the oldest note. */
    next: () => queue.pop(),
    putBack,
    isEmpty: () => queue.length === 0,

    markStored(outgoing: Outgoing, id: string | undefined): void {
      stored.set(outgoing, id)
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
     * Compares the results with the host's list, and queues or gives up doubtful notes that it lacks. Returns the ids of copies:
     * browsers send a POST twice if a connection that was used before breaks off.
     */
    async reconcile(notes: Note[]): Promise<string[]> {
      const fresh = new Map(notes.filter(({ _id }) => !idsBefore.has(_id)).map((note) => [note._id, note]))
      const unlisted = [...stored]
        .filter(([, id]) => id === undefined || !fresh.delete(id))
        .map(([one]) => one)
      const found = await runInTimeSlices(matchNotes([...unlisted, ...doubtful], [...fresh.values()]))
      for (const [outgoing, { _id }] of found) {
        stored.set(outgoing, _id)
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
      return takeCopies([...fresh.values()])
    },

    /** Finds the imported notes whose text on the host is another one by now. */
    async markEdited(notes: Note[]): Promise<void> {
      const byId = new Map(notes.map((note) => [note._id, note]))
      const edited = new Set<string>()
      await inTimeSlices(stored, ([{ text }, id = '']) => {
        const note = byId.get(id)
        if (note && !areEqual(note, text)) edited.add(id)
      })
      editedIds = edited
    },

    markDeleted(id: string): void {
      deletedIds.add(id)
    },

    /** Gives up what is doubtful. */
    close(): void {
      for (const outgoing of doubtful) failed.set(outgoing, messages.responseLost)
      doubtful.clear()
    },

    getResults() {
      const ids = [...stored.values()].filter((id) => id !== undefined)
      const remaining = ids.filter((id) => !deletedIds.has(id))
      const createdIds = remaining.filter((id) => !editedIds.has(id))
      return {
        total: sources.length,
        alreadyThere,
        imported: stored.size,
        failed: [...failed]
          .sort(([one], [other]) => one.position - other.position)
          .map(([{ text }, reason]): FailedNote => ({ text, reason })),
        createdIds,
        deleted: ids.length - remaining.length,
        kept: remaining.length - createdIds.length,
      }
    },
    getQueuedTexts: () => queue.map(({ text }) => text),
  }
}

/** Without the alternatives: the host stores exactly this text. */
function outgoingAt({ text }: SourceNote, position: number): Outgoing {
  return { text, alternatives: [], position }
}

function areEqual(one: NoteText, other: NoteText): boolean {
  const [first, second] = [normalizedForForm(one), normalizedForForm(other)]
  return first.title === second.title && first.content === second.content
}
