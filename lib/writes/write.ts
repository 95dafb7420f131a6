import { isWaiting } from '@/lib/drafts/decided'
import type { Draft, WriteState } from '@/lib/offline/database'

/** What the user has decided about a note. It is stored among the drafts. */
export type Write = Draft & { write: WriteState }

/** Id of the write that replaces a note with a version that was decided before the note was created. */
export function nextId({ id }: Pick<Write, 'id'>): string {
  return `${id}-next`
}

export function isWrite(record: Draft): record is Write {
  return record.write !== undefined
}

export function offersUndo({ write }: Write): boolean {
  const isRestored = write.kind === 'restore' && write.doneAt !== undefined
  return write.isUndoable === true && !isRestored && (write.doneAt ?? write.hiddenAt) !== undefined
}

export function isShownInStrip(write: Write): boolean {
  return offersUndo(write) || isWaiting(write)
}

/** 32 hex digits. Insecure origins have no `randomUUID`. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
