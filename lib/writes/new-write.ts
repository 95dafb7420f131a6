import { BLANK, type Note, type NoteText, rawTextOf } from '@/lib/domain/note'
import { nextWriteTime } from '@/lib/drafts/draft-store'
import { newId, newKey } from '@/lib/ids'
import type { Draft, Write, WriteState } from '@/lib/offline/record'
import { getUser, requireToken } from '@/lib/session/token'

export function newWrite(
  kind: WriteState['kind'],
  record: Partial<Draft>,
  state: Partial<WriteState> = {},
): Write {
  const now = nextWriteTime()
  return {
    id: newId(),
    user: record.user ?? getUser() ?? requireToken(),
    noteId: '', // matches no note
    text: BLANK,
    base: BLANK,
    writtenAt: now,
    ...record,
    write: { kind, key: newKey(), decidedAt: now, ...state },
  }
}

export function newDeletion(note: Note): Write {
  const deleted = { id: note._id, isRestorable: false }
  const text = rawTextOf(note)
  return newWrite('delete', { id: deletionId(note._id), text, deleted }, { isUndoable: true })
}

export function newImport(text: NoteText, user: string, key: string): Write {
  return newWrite('create', { user, noteId: null, text }, { key })
}

export function newImportUndo(id: string, etag: string | undefined, user: string): Write {
  const deleted = { id, isRestorable: false }
  return newWrite('delete', { user, base: { ...BLANK, etag }, deleted })
}

/** Turns a delete into its undo: the same record, so that all tabs send it once. */
export function asRestoration(write: Write, equalBefore: number | undefined): Write {
  const { kind, doneAt, hiddenAt, ...state } = write.write
  const hidden = kind === 'delete' ? doneAt : hiddenAt
  return { ...write, write: { equalBefore, ...state, kind: 'restore', hiddenAt: hidden } }
}

export function asDeletion({ write: { hiddenAt, ...state }, ...record }: Write): Write {
  return { ...record, write: { ...state, kind: 'delete', doneAt: hiddenAt } }
}

export function deletionId(noteId: string): string {
  return `deleted-${noteId}`
}
