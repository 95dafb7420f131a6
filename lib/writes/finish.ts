import { BLANK, type NoteText } from '@/lib/domain/note'
import { removeDraftsOf } from '@/lib/drafts/remove-drafts-of'
import { nextId, type Write } from '@/lib/offline/record'
import { endWrite, getWrites, storeWrite } from './journal'
import { newWrite } from './new-write'
import { offersUndo } from './shown'

/** Stores that a write is done, and what follows from it. `next` is to be sent then; without an id it has to wait. */
export async function finish(
  write: Write,
  isShown = true,
): Promise<{ done: Write; next?: Write | undefined }> {
  const { kind, first, noteId, etag } = write.write
  if (kind === 'erase' || kind === 'empty') {
    endWrite(write)
    return { done: write }
  }
  let next: Write | undefined
  if (first) {
    // A host that answers a creation with nothing is asked for the note's id before the note can be replaced.
    if (noteId === undefined) {
      const state = { ...write.write, doneAt: undefined, isUnknown: true, isStored: true, waits: true }
      return { done: await storeWrite({ ...write, write: state }) }
    }
    // Stored before the record that has its text is done: the page may close in between.
    const record = { id: nextId(write), user: write.user, noteId, text: write.text, base: { ...first, etag } }
    next = await storeWrite(newWrite('replace', record, { waits: true }))
  }
  const done = await storeWrite({ ...write, text: first ?? textToUndo(write) }, { isShown })
  if (kind === 'delete') await endUndo((other) => other.id !== done.id)
  if (kind === 'create' || kind === 'replace')
    removeDraftsOf(write.user, write.noteId, done.text).catch(console.warn)
  return { done, next }
}

/** A deleted note may have been saved by itself since its card was pressed. */
function textToUndo({ text, deleted, write: { kind } }: Write): NoteText {
  const isSaved = ({ noteId, write }: Write) =>
    write.kind === 'replace' && write.doneAt !== undefined && noteId === deleted?.id
  return (kind === 'delete' && getWrites().find(isSaved)?.text) || text
}

async function endUndo(isOver: (write: Write) => boolean = () => true): Promise<void> {
  for (const write of getWrites().filter((one) => offersUndo(one) && isOver(one)))
    await storeWrite({ ...write, text: BLANK, write: { ...write.write, isUndoable: undefined } })
}

const SHOWN_UNDO = 'notas-undo-shown'

/** Keeps the offer of 'Deshacer' while a list shows it, until what is returned is called. */
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
  await navigator.locks
    .request(SHOWN_UNDO, { ifAvailable: true }, (lock) => lock && endUndo())
    .catch(() => endUndo()) // the browser forbids locks
}
