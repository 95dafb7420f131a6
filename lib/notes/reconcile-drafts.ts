import { BLANK, isSameText, type Note } from '@/lib/domain/note'
import { seenDrafts } from '@/lib/drafts/draft-store'
import { storeDraft } from '@/lib/drafts/store-draft'
import { changeDraft, removeDraft } from '@/lib/drafts/write-drafts'
import { withTimeout } from '@/lib/offline/database'
import {
  type Draft,
  type DraftOrWrite,
  hasSameNoteAndText,
  isDone,
  isUnsaved,
  isWaiting,
  isWrite,
} from '@/lib/offline/record'
import { findStored } from '@/lib/writes/find-stored'

type List = {
  notes: Note[] | undefined
  /** A draft seen after either time may belong to a version of the note that is newer than the list. */
  openedAt: number
  currentAt: number
  isLatest: boolean
}

export async function reconcileDrafts(records: DraftOrWrite[], list: List): Promise<DraftOrWrite[]> {
  const waiting = records.filter(isWaiting)
  const isDecided = (record: DraftOrWrite) => waiting.some((one) => hasSameNoteAndText(one, record))
  const drafts = records.filter((record) => isUnsaved(record) && !isDecided(record))
  const returned = await Promise.all(drafts.map((draft) => withRestoredNote(draft, records, list)))
  const moved = await Promise.all(returned.map((draft) => withCreatedNote(draft, records, list)))
  const reconciled = await Promise.all(moved.map((draft) => reconcile(draft, list)))
  const unsaved = reconciled.filter((draft) => draft !== undefined)
  return unsaved.filter(({ noteId }, at) => unsaved.findIndex((draft) => draft.noteId === noteId) === at)
}

/** A draft of a note that was deleted, and is there again, is that note's once more. */
async function withRestoredNote(
  draft: DraftOrWrite,
  records: DraftOrWrite[],
  { notes, isLatest }: List,
): Promise<DraftOrWrite> {
  if (isWrite(draft) || !draft.formerly || !isLatest) return draft
  // A host without a trash has given the note another id.
  const deletedId = draft.formerly.noteId
  const restored = records
    .filter(isWrite)
    .filter(isDone)
    .find((write) => 'deleted' in write && write.deleted.id === deletedId)
  const noteId = restored?.state.noteId ?? deletedId
  if (!notes?.some(({ _id }) => _id === noteId)) return draft
  return changed(
    draft,
    ({ formerly, ...ofNewNote }) => formerly && { ...ofNewNote, noteId, base: formerly.base },
  )
}

/** A draft that follows a creation without an answer is a draft of its note, once the list has that. */
async function withCreatedNote(
  draft: DraftOrWrite,
  records: DraftOrWrite[],
  { notes, isLatest }: List,
): Promise<DraftOrWrite> {
  if (isWrite(draft) || !draft.follows || !notes || !isLatest) return draft
  const created = records.filter(isWrite).find(({ id }) => id === draft.follows)
  if (created?.kind !== 'create' || created.first || !isUnsaved(created)) return draft
  const { noteId } = findStored(notes, created, false) ?? {}
  if (noteId === undefined) return draft
  return changed(draft, ({ follows, ...ofNote }) => follows !== undefined && { ...ofNote, noteId })
}

async function changed(draft: Draft, change: Parameters<typeof changeDraft>[1]): Promise<DraftOrWrite> {
  const stored = withTimeout(changeDraft(draft.id, change)).catch(console.warn)
  return (await stored) ?? draft
}

async function reconcile(draft: DraftOrWrite, list: List): Promise<DraftOrWrite | undefined> {
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
  return wasSeenBefore(draft, currentAt) ? toNewNote(draft, draft.noteId) : draft
}

function wasSeenBefore({ id, writtenAt }: DraftOrWrite, time: number): boolean {
  const seen = seenDrafts.get().get(id)
  return seen?.writtenAt === writtenAt && seen.at < time
}

async function toNewNote(draft: DraftOrWrite, noteId: string): Promise<DraftOrWrite> {
  const { id, user, text, base, writtenAt } = draft
  // Another version of the draft may have become a new note's before.
  const given = { id: `new-${id}-${writtenAt}`, user, noteId: null, text, base: BLANK, writtenAt }
  const ofNewNote: Draft = { ...given, formerly: { noteId, base } }
  if (!(await storeDraft(ofNewNote))) return draft
  removeDraft(draft).catch(console.warn)
  return ofNewNote
}
