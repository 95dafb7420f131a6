import { BLANK, isSameText, type Note, type NoteText, rawTextOf } from '@/lib/domain/note'
import { nextWriteTime } from '@/lib/drafts/draft-store'
import { newId, newKey } from '@/lib/ids'
import {
  type Creation,
  type Deletion,
  isDone,
  type Replacement,
  type Restoration,
  type Write,
  type WriteState,
} from '@/lib/offline/record'
import { getUser, requireToken } from '@/lib/session/token'

type OfKind<Kind extends Write['kind']> = Write & { kind: Kind }

const DECIDED: WriteState = { is: 'decided', waits: false }

const WAITING: WriteState = { is: 'decided', waits: true }

function newWrite<Kind extends Write['kind']>(kind: Kind, given: Partial<OfKind<Kind>>): OfKind<Kind> {
  const now = nextWriteTime()
  const user = given.user ?? getUser() ?? requireToken()
  const made = { id: newId(), user, key: newKey(), decidedAt: now, writtenAt: now, state: DECIDED }
  return { noteId: '', text: BLANK, base: BLANK, ...made, ...given, kind } as OfKind<Kind>
}

export function newCreation(id: string, text: NoteText, equalBefore: number | undefined): Creation {
  return newWrite('create', { id, noteId: null, text, equalBefore, state: WAITING })
}

type GivenReplacement = Pick<Replacement, 'id' | 'noteId' | 'text' | 'base'> & { user?: string }

export function newReplacement(given: GivenReplacement): Replacement {
  return newWrite('replace', { ...given, state: WAITING })
}

export function newDeletion(note: Note): Deletion {
  const deleted = { id: note._id, isRestorable: false }
  return newWrite('delete', { id: deletionId(note._id), text: rawTextOf(note), deleted, isUndoable: true })
}

/** Restores a note from the trash, and never creates it anew. `known`: the record of its delete. */
export function newRestoration(note: Note, known: Write | undefined): Restoration {
  const deleted = { id: note._id, isRestorable: true }
  const hiddenAt = known && hiddenAtOf(known)
  return newWrite('restore', { id: deletionId(note._id), text: rawTextOf(note), deleted, hiddenAt })
}

export function newErasure(noteId: string) {
  return newWrite('erase', { id: `erase-${noteId}`, deleted: { id: noteId, isRestorable: true } })
}

export function newEmptying(etag: string) {
  return newWrite('empty', { id: 'empty', base: { ...BLANK, etag }, deleted: { id: '', isRestorable: true } })
}

export function newImport(text: NoteText, user: string, key: string): Creation {
  return newWrite('create', { user, noteId: null, text, key })
}

export function newImportUndo(id: string, etag: string | undefined, user: string): Deletion {
  const deleted = { id, isRestorable: false }
  const base = { ...BLANK, etag }
  return newWrite('delete', { user, base, deleted })
}

export function deletionId(noteId: string): string {
  return `deleted-${noteId}`
}

/** Gives a write of Guardar a later text. A note that may be on the host already is created first, then replaced. */
export function withText(chain: Write, text: NoteText): Write {
  const { state } = chain
  if (isSameText(chain.text, text)) return { ...chain, state: waiting(state) }
  if (chain.kind !== 'create' || (state.is !== 'unknown' && state.is !== 'done'))
    return { ...chain, text, state: waiting(state) }
  const isStored = state.is === 'done' || state.isStored
  const attempt = state.is === 'unknown' && state
  const first = chain.first ?? chain.text
  return { ...chain, text, first, state: { ...attempt, is: 'unknown', waits: true, isStored } }
}

function waiting(state: WriteState): WriteState {
  if (state.is === 'done') return state
  return state.is === 'conflicting' ? WAITING : { ...state, waits: true }
}

/** Turns a delete into its undo, or a restore into another one: the same record, so that all tabs send it once. */
export function asRestoration(write: Deletion | Restoration, equalBefore: number | undefined): Restoration {
  const state = 'waits' in write.state ? write.state : DECIDED
  return { equalBefore, ...write, kind: 'restore', hiddenAt: hiddenAtOf(write), state }
}

export function asDeletion({ kind: _, hiddenAt, equalBefore: __, ...record }: Restoration): Deletion {
  const state: WriteState = hiddenAt === undefined ? DECIDED : { is: 'done', at: hiddenAt }
  return { ...record, kind: 'delete', state }
}

function hiddenAtOf(write: Write): number | undefined {
  if (write.kind === 'restore') return write.hiddenAt
  return isDone(write) ? write.state.at : undefined
}
