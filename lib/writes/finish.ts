import { removeDraftsOf } from '@/lib/drafts/write-drafts'
import { endWrite, getWrites, storeWrite } from './journal'
import { BLANK, newReplacement, nextId, offersUndo, type Write } from './write'

/** Stores that a write is done, and what follows from it. `next` is to be sent then; without an id it has to wait. */
export async function finish(write: Write, isShown = true): Promise<{ done: Write; next?: Write }> {
  const { kind, first, noteId, etag } = write.write
  if (kind === 'erase' || kind === 'empty') {
    endWrite(write)
    return { done: write }
  }
  if (first && noteId === undefined) return { done: await storeWrite(asUnknown(write)) }
  // Stored before the record that has its text is done: the page may close in between.
  const later =
    first &&
    (await storeWrite(
      newReplacement(noteId ?? '', write.text, { ...first, etag }, { id: nextId(write), user: write.user }),
    ))
  const done = await storeWrite(first ? { ...write, text: first } : write, { isShown })
  if (kind === 'delete') await endUndo((other) => other.id !== done.id)
  if (kind === 'create' || kind === 'replace')
    removeDraftsOf(write.user, write.noteId, done.text).catch(console.warn)
  return later ? { done, next: later } : { done }
}

async function endUndo(isOver: (write: Write) => boolean = () => true): Promise<void> {
  for (const write of getWrites().filter((one) => offersUndo(one) && isOver(one)))
    await storeWrite({ ...write, text: BLANK, write: { ...write.write, isUndoable: undefined } })
}

const SHOWN_UNDO = 'notas-undo-shown'

export function holdUndo(): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  navigator.locks?.request(SHOWN_UNDO, { mode: 'shared' }, () => released).catch(console.warn)
  return release
}

export async function leaveUndo(): Promise<void> {
  if (!navigator.locks) return endUndo()
  await navigator.locks.request(SHOWN_UNDO, { ifAvailable: true }, (lock) => lock && endUndo())
}

/** A host that answers a creation with nothing is asked for the note's id before the note can be replaced. */
function asUnknown(write: Write): Write {
  const state = { ...write.write, doneAt: undefined, isUnknown: true, isStored: true, waits: true }
  return { ...write, write: state }
}
