import type { Write, WriteState } from '@/lib/offline/record'

export const TEXT = { title: 'Plantas', content: 'Riego' }
export const LATER = { title: 'Plantas', content: 'Riego los martes' }

/** Record of a press on Guardar in a new note, unless `state` and `record` say otherwise. */
export function write(state: Partial<WriteState> = {}, record: Partial<Write> = {}): Write {
  const known = { id: 'write', user: 'ana', noteId: null, text: TEXT, base: TEXT, writtenAt: 10 }
  return { ...known, ...record, write: { kind: 'create', key: 'key', decidedAt: 10, ...state } }
}

export function deletion(state: Partial<WriteState> = {}, record: Partial<Write> = {}): Write {
  const deleted = { id: 'n1', isRestorable: false }
  return write(
    { kind: 'delete', isUndoable: true, ...state },
    { id: 'deleted-n1', noteId: '', deleted, ...record },
  )
}
