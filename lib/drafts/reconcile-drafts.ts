import { isSameText, type Note } from '@/lib/domain/note'
import { type Draft, withTimeout } from '@/lib/offline/database'
import { seen } from './draft-store'
import { backUp, putDraft, removeDraft } from './write-drafts'

/** A list of notes, and moments in milliseconds of `performance.now()`. */
type List = {
  /** Undefined where it is not known what the host has. */
  notes: Note[] | undefined
  /** Before the host was asked. */
  openedAt: number
  /** From here on a draft may be of a note that is newer than the list. */
  knownAt: number
}

/** The latest draft of each note, and of a new one: without what is saved, and drafts of deleted notes as new ones. */
export async function reconcileDrafts(drafts: Draft[], list: List): Promise<Draft[]> {
  const settledDrafts = await Promise.all(drafts.map((draft) => settled(draft, list)))
  const open = settledDrafts.filter((draft) => draft !== undefined)
  return open.filter(({ noteId }, at) => open.findIndex((draft) => draft.noteId === noteId) === at)
}

async function settled(draft: Draft, { notes, openedAt, knownAt }: List): Promise<Draft | undefined> {
  if (!notes) return draft
  const isSaved = notes.some(
    (note) => (draft.noteId === null || draft.noteId === note._id) && isSameText(note, draft.text),
  )
  if (isSaved) {
    // A draft that was written since may belong to a later version of the note.
    if (wasThere(draft, openedAt)) removeDraft(draft).catch(console.warn)
    return undefined
  }
  if (draft.noteId === null || notes.some(({ _id }) => _id === draft.noteId)) return draft
  return wasThere(draft, knownAt) ? asNewNote(draft) : draft
}

function wasThere({ id, writtenAt }: Draft, moment: number): boolean {
  const sight = seen.get(id)
  return sight?.writtenAt === writtenAt && sight.at < moment
}

/** The draft itself where its like cannot be kept. */
async function asNewNote(draft: Draft): Promise<Draft> {
  const ofNewNote = { ...draft, id: `new-${draft.id}`, noteId: null, base: { title: '', content: '' } }
  const isKept = await withTimeout(putDraft(ofNewNote)).then(
    () => true,
    () => backUp(ofNewNote),
  )
  if (!isKept) return draft
  removeDraft(draft).catch(console.warn)
  return ofNewNote
}
