import { isSameText, type Note } from '@/lib/domain/note'
import { type Draft, withTimeout } from '@/lib/offline/database'
import { seenDrafts } from './draft-store'
import { backUp, putDraft, removeDraft } from './write-drafts'

type List = {
  notes: Note[] | undefined
  /** A draft seen after either time may belong to a version of the note that is newer than the list. */
  openedAt: number
  currentAt: number
}

export async function reconcileDrafts(drafts: Draft[], list: List): Promise<Draft[]> {
  const reconciled = await Promise.all(drafts.map((draft) => reconcile(draft, list)))
  const unsaved = reconciled.filter((draft) => draft !== undefined)
  return unsaved.filter(({ noteId }, at) => unsaved.findIndex((draft) => draft.noteId === noteId) === at)
}

async function reconcile(draft: Draft, { notes, openedAt, currentAt }: List): Promise<Draft | undefined> {
  if (!notes) return draft
  const isSaved = notes.some(
    (note) => (draft.noteId === null || draft.noteId === note._id) && isSameText(note, draft.text),
  )
  if (isSaved) {
    if (wasSeenBefore(draft, openedAt)) removeDraft(draft).catch(console.warn)
    return undefined
  }
  if (draft.noteId === null || notes.some(({ _id }) => _id === draft.noteId)) return draft
  return wasSeenBefore(draft, currentAt) ? toNewNote(draft) : draft
}

function wasSeenBefore({ id, writtenAt }: Draft, time: number): boolean {
  const seen = seenDrafts.get().get(id)
  return seen?.writtenAt === writtenAt && seen.at < time
}

async function toNewNote(draft: Draft): Promise<Draft> {
  const ofNewNote = { ...draft, id: `new-${draft.id}`, noteId: null, base: { title: '', content: '' } }
  const isStored = await withTimeout(putDraft(ofNewNote)).then(
    () => true,
    () => backUp(ofNewNote),
  )
  if (!isStored) return draft
  removeDraft(draft).catch(console.warn)
  return ofNewNote
}
