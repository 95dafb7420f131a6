import { isSameText, type Note } from '@/lib/domain/note'
import type { Draft } from '@/lib/offline/database'
import { type DeletedDraft, findRestored, isDeleted } from './deleted-draft'
import { seenDrafts } from './draft-store'
import { storeDraft } from './store-draft'
import { removeDraft } from './write-drafts'

type List = {
  notes: Note[] | undefined
  /** A draft seen after either time may belong to a version of the note that is newer than the list. */
  openedAt: number
  currentAt: number
  isLatest: boolean
}

export async function reconcileDrafts(drafts: Draft[], list: List): Promise<Draft[]> {
  const reconciled = await Promise.all(drafts.map((draft) => reconcile(draft, list)))
  const unsaved = reconciled.filter((draft) => draft !== undefined)
  return unsaved.filter(({ noteId }, at) => unsaved.findIndex((draft) => draft.noteId === noteId) === at)
}

async function reconcile(draft: Draft, list: List): Promise<Draft | undefined> {
  if (isDeleted(draft)) return reconcileDeleted(draft, list)
  const { notes, openedAt, currentAt, isLatest } = list
  if (!notes || !isLatest) return draft
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

function reconcileDeleted(draft: DeletedDraft, { notes, openedAt, isLatest }: List): Draft | undefined {
  if (!notes) return undefined
  if (!findRestored(notes, draft)) return draft
  if (isLatest && wasSeenBefore(draft, openedAt)) removeDraft(draft).catch(console.warn)
}

function wasSeenBefore({ id, writtenAt }: Draft, time: number): boolean {
  const seen = seenDrafts.get().get(id)
  return seen?.writtenAt === writtenAt && seen.at < time
}

async function toNewNote(draft: Draft): Promise<Draft> {
  const ofNewNote = { ...draft, id: `new-${draft.id}`, noteId: null, base: { title: '', content: '' } }
  if (!(await storeDraft(ofNewNote))) return draft
  removeDraft(draft).catch(console.warn)
  return ofNewNote
}
