import { isSameText, type Note } from '@/lib/domain/note'
import { type Draft, inTime } from './database'
import { seen } from './drafts'
import { leaveBehind, newDraftId, putDraft, removeDraft } from './write-drafts'

/**
 * Drafts as the list of notes leaves them: nothing of what is saved, and a new note of what was deleted.
 *
 * @param openedAt when the screen opened that then asked the host for the notes, in milliseconds of `performance.now()`
 */
export async function settleDrafts(drafts: Draft[], notes: Note[], openedAt: number): Promise<Draft[]> {
  const open = await Promise.all(drafts.map((draft) => settled(draft, notes, openedAt)))
  return open.filter((draft) => draft !== undefined)
}

async function settled(draft: Draft, notes: Note[], openedAt: number): Promise<Draft | undefined> {
  const isSaved = notes.some(
    (note) => (draft.noteId === null || draft.noteId === note._id) && isSameText(note, draft.text),
  )
  if (isSaved) {
    // A draft that was written since may belong to a later version of the note.
    if (wasThere(draft, openedAt)) removeDraft(draft).catch(console.warn)
    return undefined
  }
  if (draft.noteId === null || notes.some(({ _id }) => _id === draft.noteId)) return draft
  return asNewNote(draft)
}

function wasThere({ id, writtenAt }: Draft, moment: number): boolean {
  const sight = seen.get(id)
  return sight?.writtenAt === writtenAt && sight.at < moment
}

/** The draft itself where its like cannot be kept. */
async function asNewNote(draft: Draft): Promise<Draft> {
  const ofNewNote = { ...draft, id: newDraftId(), noteId: null, base: { title: '', content: '' } }
  const isKept = await inTime(putDraft(ofNewNote)).then(
    () => true,
    () => leaveBehind(ofNewNote),
  )
  if (!isKept) return draft
  removeDraft(draft).catch(console.warn)
  return ofNewNote
}
