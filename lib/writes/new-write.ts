import { BLANK, type LoadedNote, type Note, type NoteText, rawTextOf } from '@/lib/domain/note'
import { newDraftId, nextWriteTime } from '@/lib/drafts/write-drafts'
import { type Draft, newKey, type Write, type WriteState } from '@/lib/offline/record'
import { getUser, requireToken } from '@/lib/session/token'

export function newCreation(text: NoteText, id = newDraftId()): Write {
  return newWrite('create', { id, noteId: null, text }, { waits: true })
}

export function newReplacement(
  noteId: string,
  text: NoteText,
  base: LoadedNote,
  { id = newDraftId(), user }: { id?: string; user?: string } = {},
): Write {
  return newWrite('replace', { id, noteId, text, base, ...(user !== undefined && { user }) }, { waits: true })
}

export function newDeletion(note: Note): Write {
  const deleted = { id: note._id, isRestorable: false }
  const text = rawTextOf(note)
  return newWrite('delete', { id: deletionId(note._id), text, deleted }, { isUndoable: true })
}

export function newImport(text: NoteText, user: string): Write {
  return newWrite('create', { user, noteId: null, text }, { isImported: true })
}

export function newImportUndo(id: string, etag: string | undefined, user: string): Write {
  const base = { ...BLANK, ...(etag !== undefined && { etag }) }
  return newWrite(
    'delete',
    { id: `import-undo-${id}`, user, base, deleted: { id, isRestorable: false } },
    { isImported: true },
  )
}

export function newRestoration(note: Note): Write {
  const deleted = { id: note._id, isRestorable: true }
  return newWrite('restore', { id: deletionId(note._id), text: rawTextOf(note), deleted })
}

export function newErasure(id: string): Write {
  return newWrite('erase', { id: `erase-${id}`, deleted: { id, isRestorable: true } })
}

export function newEmptying(etag: string | undefined): Write {
  const base = etag === undefined ? BLANK : { ...BLANK, etag }
  return newWrite('empty', { id: 'empty', base, deleted: { id: '', isRestorable: true } })
}

/** Undo of a delete: the same record, so that all tabs send it once. */
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

function newWrite(kind: WriteState['kind'], record: Partial<Draft>, state: Partial<WriteState> = {}): Write {
  const now = nextWriteTime()
  return {
    id: newDraftId(),
    user: record.user ?? getUser() ?? requireToken(),
    noteId: '', // matches no note
    text: BLANK,
    base: BLANK,
    writtenAt: now,
    ...record,
    write: { kind, key: newKey(), decidedAt: now, ...state },
  }
}
