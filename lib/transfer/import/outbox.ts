import { matchNotes, noteKey, type SourceNote } from '@notas/note-formats'
import { otherPageAnswers } from '@/lib/domain/messages/other-page'
import * as messages from '@/lib/domain/messages/transfer'
import { isSameText, type Note, type NoteText, normalizedForForm } from '@/lib/domain/note'
import type { Write } from '@/lib/offline/record'
import { runInTimeSlices } from '@/lib/time-slicing'

const MAX_SERVER_ERRORS = 3

const MAX_SERVER_ERRORS_ALONE = 6

/** 'doubtful': the list will show whether the host has it. 'accepted': no list has shown it yet. 'there': not sent by this import. 'deleted', 'edited': by an undo. */
type State =
  | 'queued'
  | 'sending'
  | 'doubtful'
  | 'accepted'
  | 'stored'
  | 'there'
  | 'failed'
  | 'deleted'
  | 'edited'

export type Outgoing = {
  text: NoteText
  state: State
  write?: Write
  serverErrors?: number[]
  /** How many notes were stored when the host failed at it first. */
  storedBefore?: number
  /** A note that was accepted without an id is looked for in the list. */
  noteId?: string
  etag?: string
  reason?: string
}

export type Created = Outgoing & { noteId: string }

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox(sources: SourceNote[]) {
  // The oldest first: among equal notes the host has the older ones, which an interrupted import has sent.
  const notes = sources.map(({ text }): Outgoing => ({ text, state: 'queued' })).reverse()
  const keysUsed = new Map<string, number>()
  let idsOfOthers: Set<string | undefined> | undefined
  let idsListed: Set<string> | undefined
  let queue: Outgoing[] | undefined

  const notesThatAre = (...states: State[]) => notes.filter(({ state }) => states.includes(state))

  const countStored = () => notesThatAre('accepted', 'stored').length

  function putBack(note: Outgoing): void {
    note.state = 'queued'
    queue = undefined
  }

  function markFailed(note: Outgoing, reason: string): void {
    Object.assign(note, { state: 'failed', reason })
  }

  function putBackOrGiveUp(note: Outgoing): void {
    const { serverErrors = [], storedBefore = 0 } = note
    const stored = countStored()
    const mayFail = stored > storedBefore ? MAX_SERVER_ERRORS : MAX_SERVER_ERRORS_ALONE
    const status = serverErrors[mayFail - 1]
    if (status === undefined || stored === 0) putBack(note)
    else markFailed(note, status < 400 ? otherPageAnswers : messages.refusedWith(status))
  }

  /** Keeps the lower id of two copies, so that two devices that import the same notes agree on it. */
  async function takeCopies(fresh: Note[], listed: Map<string, Note>): Promise<string[]> {
    if (fresh.length === 0) return []
    const found = await runInTimeSlices(matchNotes(getCreated().reverse(), fresh, normalizedForForm))
    if (found.size === 0) return []
    const ids = [...found].flatMap(([note, { _id, ...text }]) => {
      const own = listed.get(note.noteId)
      // Deleted or changed since: the other one is no copy of it.
      if (!own || !isSameText(own, text)) return []
      const [kept, copy = _id] = [note.noteId, _id].sort()
      if (kept !== note.noteId) Object.assign(note, { noteId: kept, etag: undefined })
      return [copy]
    })
    const taken = new Set(found.values())
    const left = fresh.filter((note) => !taken.has(note))
    return [...ids, ...(await takeCopies(left, listed))]
  }

  function getCreated(): Created[] {
    return notesThatAre('accepted', 'stored').filter((note): note is Created => note.noteId !== undefined)
  }

  return {
    /** Compares what is not settled with the host's list. Returns the ids of copies on a host without keys: browsers may repeat a POST. */
    async compare(listed: Note[], keepsKeys = false): Promise<string[]> {
      const byId = new Map(listed.map((note) => [note._id, note]))
      const free = new Map(byId)
      for (const note of notesThatAre('accepted', 'stored', 'there'))
        if (free.delete(note.noteId ?? '') && note.state === 'accepted') note.state = 'stored'
      const sought = notesThatAre('accepted', 'doubtful', 'queued').reverse()
      const found = await runInTimeSlices(matchNotes(sought, [...free.values()], normalizedForForm))
      for (const [note, { _id }] of found) {
        Object.assign(note, { state: note.state === 'queued' ? 'there' : 'stored', noteId: _id })
        free.delete(_id)
      }
      for (const note of notesThatAre('doubtful')) putBackOrGiveUp(note)
      for (const note of notesThatAre('accepted')) markFailed(note, messages.notInList)
      queue = undefined

      const fresh = [...free.values()].filter(({ _id }) => idsListed?.has(_id) === false)
      const copies = keepsKeys ? [] : await takeCopies(fresh, byId)
      idsOfOthers ??= new Set(byId.keys())
      for (const { noteId } of notesThatAre('stored', 'there')) idsOfOthers.add(noteId)
      idsListed = new Set(byId.keys())
      // A copy whose removal fails is found again.
      for (const id of copies) idsListed.delete(id)
      return copies
    },

    next(): Outgoing | undefined {
      queue ??= notesThatAre('queued').reverse()
      const note = queue.pop()
      if (note) note.state = 'sending'
      return note
    },

    /** A key that this import has not used yet: the same one in each import of the text, from whatever device. */
    nextKey(text: NoteText): string {
      const first = noteKey(text, 1)
      const copy = (keysUsed.get(first) ?? 0) + 1
      keysUsed.set(first, copy)
      return copy === 1 ? first : noteKey(text, copy)
    },

    /** Whether a key has found the note of an earlier import, edited since, or that of an equal text. */
    isOfAnother: (id = '') => idsOfOthers?.has(id) === true,
    putBack,

    markAccepted(note: Outgoing, { noteId, etag }: Pick<Outgoing, 'noteId' | 'etag'>): void {
      Object.assign(note, { state: 'accepted', noteId, etag })
    },
    markFailed,
    /** `serverError` is a status that may be due to the note: also that of a page, which a proxy may answer to its text. */
    markDoubtful(note: Outgoing, serverError?: number): void {
      note.state = 'doubtful'
      if (serverError === undefined) return
      note.serverErrors = [...(note.serverErrors ?? []), serverError]
      note.storedBefore ??= countStored()
    },

    close(): void {
      for (const note of notesThatAre('doubtful')) markFailed(note, messages.responseLost)
    },

    getResults() {
      const textsThatAre = (state: State) => notesThatAre(state).reverse()
      return {
        total: sources.length,
        alreadyThere: notesThatAre('there').length,
        imported: notesThatAre('accepted', 'stored', 'deleted', 'edited').length,
        failed: textsThatAre('failed').map(({ text, reason = '' }) => ({ text, reason })),
        createdIds: getCreated().map(({ noteId }) => noteId),
        deleted: notesThatAre('deleted').length,
        edited: notesThatAre('edited').length,
        notSent: textsThatAre('queued').map(({ text }) => text),
      }
    },
    getCreated,
    /** Returns whether the list lacks any. */
    markGone(listed: Note[]): boolean {
      const ids = idsOf(listed)
      const gone = getCreated().filter(({ noteId }) => !ids.has(noteId))
      for (const note of gone) note.state = 'deleted'
      return gone.length > 0
    },
    /** Returns whether any deleted note is still listed. */
    takeBackListed(listed: Note[]): boolean {
      const ids = idsOf(listed)
      const there = notesThatAre('deleted').filter(({ noteId = '' }) => ids.has(noteId))
      for (const note of there) note.state = 'stored'
      return there.length > 0
    },
    has: (state: State) => notes.some((note) => note.state === state),
  }
}

function idsOf(notes: Note[]): Set<string> {
  return new Set(notes.map(({ _id }) => _id))
}
