import { removeDraftsOf } from '@/lib/drafts/write-drafts'
import { endWrite, getWrites, storeWrite } from './journal'
import { BLANK, isUndoable, newReplacement, type Write } from './write'

/** Stores that a write is done, and what follows from it. `next` is to be sent then; without an id it has to wait. */
export async function finish(write: Write, isShown = true): Promise<{ done: Write; next?: Write }> {
  const { kind, next, noteId, etag } = write.write
  if (kind === 'erase' || kind === 'empty') {
    endWrite(write)
    return { done: write }
  }
  if (next && noteId === undefined) return { done: await storeWrite(asUnknown(write)) }
  // Stored before the record that has its text is done: the page may close in between.
  const later =
    next &&
    (await storeWrite(
      newReplacement(noteId ?? '', next, { ...write.text, etag }, { id: nextId(write), user: write.user }),
    ))
  const done = await storeWrite(write, { isShown })
  if (kind === 'delete') await endUndo((other) => other.id !== done.id)
  if (kind === 'create' || kind === 'replace')
    removeDraftsOf(write.user, write.noteId, write.text).catch(console.warn)
  return later ? { done, next: later } : { done }
}

/** Id of the write that replaces a note with a version that was decided before the note was created. */
export function nextId({ id }: Pick<Write, 'id'>): string {
  return `${id}-next`
}

/** Takes back the offer to undo deletes: it is that of the last one, on the list that is shown. */
export async function endUndo(isOver: (write: Write) => boolean = () => true): Promise<void> {
  for (const write of getWrites().filter((one) => isUndoable(one) && isOver(one)))
    await storeWrite({ ...write, text: BLANK, write: { ...write.write, isUndoable: undefined } })
}

/** A host that answers a creation with nothing is asked for the note's id before the note can be replaced. */
function asUnknown(write: Write): Write {
  const state = { ...write.write, doneAt: undefined, isUnknown: true, isStored: true, waits: true }
  return { ...write, write: state }
}
