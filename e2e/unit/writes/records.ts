import type { Write } from '@/lib/offline/record'
import { decode, type StoredRecord, type StoredWrite } from '@/lib/offline/stored-record'

export const TEXT = { title: 'Plantas', content: 'Riego' }
export const LATER = { title: 'Plantas', content: 'Riego los martes' }

/** Record of a press on Guardar in a new note, unless `fields` and `record`, as they are stored, say otherwise. */
export function write(fields: Partial<StoredWrite> = {}, record: Partial<StoredRecord> = {}): Write {
  const known = { id: 'write', user: 'ana', noteId: null, text: TEXT, base: TEXT, writtenAt: 10 }
  const stored = { kind: 'create', key: 'key', decidedAt: 10, ...fields } as const
  return decode({ ...known, ...record, write: stored }) as Write
}

export function deletion(fields: Partial<StoredWrite> = {}, record: Partial<StoredRecord> = {}) {
  const deleted = { id: 'n1', isRestorable: false }
  const ofNote = { id: 'deleted-n1', noteId: '', deleted, ...record }
  return write({ kind: 'delete', isUndoable: true, ...fields }, ofNote) as Extract<Write, { deleted: object }>
}
