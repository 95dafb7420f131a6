import { matchNotes, missingNotes, type SourceNote } from '@notas/note-formats'
import { otherPageAnswers } from '@/lib/domain/messages/other-page'
import * as messages from '@/lib/domain/messages/transfer'
import { type Note, type NoteText, normalizedForForm } from '@/lib/domain/note'
import type { Write } from '@/lib/offline/record'
import { runInTimeSlices } from '@/lib/time-slicing'

const MAX_SERVER_ERRORS = 3

/** 'doubtful': the list will show whether the host has the note. 'deleted' and 'edited' by an undo. */
type State = 'queued' | 'sending' | 'doubtful' | 'stored' | 'failed' | 'deleted' | 'edited'

export type Outgoing = {
  text: NoteText
  state: State
  write?: Write
  serverErrors?: number[]
  /** Id of the stored note. A note that was stored without one is looked for in the list. */
  noteId?: string | undefined
  etag?: string | undefined
  reason?: string
}

export type Created = Outgoing & { noteId: string }

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox(sources: SourceNote[]) {
  const idsBefore = new Set<string>()
  let notes = sources.map(outgoingOf)
  let queue: Outgoing[] | undefined

  const notesThatAre = (...states: State[]) => notes.filter(({ state }) => states.includes(state))

  function putBack(note: Outgoing): void {
    note.state = 'queued'
    queue = undefined
  }

  function markStored(note: Outgoing, { noteId, etag }: Pick<Outgoing, 'noteId' | 'etag'>): void {
    Object.assign(note, { state: 'stored', noteId, etag })
  }

  function markFailed(note: Outgoing, reason: string): void {
    Object.assign(note, { state: 'failed', reason })
  }

  /** A note is at fault only if the host has stored others. */
  function putBackOrGiveUp(note: Outgoing): void {
    const status = note.serverErrors?.[MAX_SERVER_ERRORS - 1]
    if (status === undefined || notesThatAre('stored').length === 0) putBack(note)
    else markFailed(note, status < 400 ? otherPageAnswers : messages.refusedWith(status))
  }

  /** Keeps the lower id of two copies, so that two devices that import the same notes agree on it. */
  async function takeCopies(listed: Note[]): Promise<string[]> {
    if (listed.length === 0) return []
    const copies = await runInTimeSlices(matchNotes(notesThatAre('stored'), listed, normalizedForForm))
    if (copies.size === 0) return []
    const ids = [...copies].map(([note, { _id }]) => {
      const { noteId = _id } = note
      const [kept, copy = _id] = [noteId, _id].sort()
      if (kept !== noteId) markStored(note, { noteId: kept })
      return copy
    })
    const taken = new Set(copies.values())
    return [...ids, ...(await takeCopies(listed.filter((note) => !taken.has(note))))]
  }

  function getCreated(): Created[] {
    return notesThatAre('stored').filter((note): note is Created => note.noteId !== undefined)
  }

  return {
    async removeKnown(listed: Note[]): Promise<void> {
      for (const { _id } of listed) idsBefore.add(_id)
      notes = (await runInTimeSlices(missingNotes(sources, listed, normalizedForForm))).map(outgoingOf)
      queue = undefined
    },

    next(): Outgoing | undefined {
      queue ??= notesThatAre('queued')
      const note = queue.pop()
      if (note) note.state = 'sending'
      return note
    },
    wasThere: (id = '') => idsBefore.has(id),
    putBack,

    markStored,
    markFailed,
    /** `serverError` is a status that may be due to the note: also that of a page, which a proxy may answer to its text. */
    markDoubtful(note: Outgoing, serverError?: number): void {
      note.state = 'doubtful'
      if (serverError !== undefined) note.serverErrors = [...(note.serverErrors ?? []), serverError]
    },

    /** Returns the ids of copies on a host without keys: browsers repeat a POST if a reused connection breaks. */
    async reconcile(listed: Note[], keepsKeys = false): Promise<string[]> {
      const fresh = new Map(listed.filter(({ _id }) => !idsBefore.has(_id)).map((note) => [note._id, note]))
      const unlisted = notesThatAre('stored').filter(({ noteId = '' }) => !fresh.delete(noteId))
      const sought = [...unlisted, ...notesThatAre('doubtful')]
      const found = await runInTimeSlices(matchNotes(sought, [...fresh.values()], normalizedForForm))
      for (const [note, { _id }] of found) {
        markStored(note, { noteId: _id })
        fresh.delete(_id)
      }
      for (const note of notesThatAre('doubtful')) putBackOrGiveUp(note)
      for (const note of unlisted) if (!found.has(note)) markFailed(note, messages.notInList)
      return keepsKeys ? [] : takeCopies([...fresh.values()])
    },

    close(): void {
      for (const note of notesThatAre('doubtful')) markFailed(note, messages.responseLost)
    },

    getResults() {
      return {
        total: sources.length,
        alreadyThere: sources.length - notes.length,
        imported: notesThatAre('stored', 'deleted', 'edited').length,
        failed: notesThatAre('failed').map(({ text, reason = '' }) => ({ text, reason })),
        createdIds: getCreated().map(({ noteId }) => noteId),
        deleted: notesThatAre('deleted').length,
        edited: notesThatAre('edited').length,
        notSent: notesThatAre('queued').map(({ text }) => text),
      }
    },
    getCreated,
    has: (state: State) => notes.some((note) => note.state === state),
  }
}

function outgoingOf({ text }: SourceNote): Outgoing {
  return { text, state: 'queued' }
}
