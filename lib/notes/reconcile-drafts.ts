import { BLANK, isSameText, type Note } from '@/lib/domain/note'
import { seenDrafts } from '@/lib/drafts/draft-store'
import { removeDraft, storeDraft } from '@/lib/drafts/write-drafts'
import { type Draft, isUnsaved, isWaiting } from '@/lib/offline/record'

type List = {
  notes: Note[] | undefined
  /** A draft seen after either time may belong to a version of the note that is newer than the list. */
  openedAt: number
  currentAt: number
  isLatest: boolean
}

export async function reconcileDrafts(records: Draft[], list: List): Promise<Draft[]> {
  const waiting = records.filter(isWaiting)
  const isDecided = ({ noteId, text }: Draft) =>
    waiting.some((one) => one.noteId === noteId && isSameText(one.text, text))
  const drafts = records.filter((draft) => isUnsaved(draft) && !isDecided(draft))
  const reconciled = await Promise.all(drafts.map((draft) => reconcile(draft, list)))
  const unsaved = reconciled.filter((draft) => draft !== undefined)
  return unsaved.filter(({ noteId }, at) => unsaved.findIndex((draft) => draft.noteId === noteId) === at)
}

async function reconcile(draft: Draft, list: List): Promise<Draft | undefined> {
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

function wasSeenBefore({ id, writtenAt }: Draft, time: number): boolean {
  const seen = seenDrafts.get().get(id)
  return seen?.writtenAt === writtenAt && seen.at < time
}

async function toNewNote({ write: _, ...draft }: Draft): Promise<Draft> {
  const ofNewNote = { ...draft, id: `new-${draft.id}`, noteId: null, base: BLANK }
  if (!(await storeDraft(ofNewNote))) return draft
  removeDraft(draft).catch(console.warn)
  return ofNewNote
}
