import { isSameText, type Note } from '@/lib/domain/note'
import { getUser } from '@/lib/session/token'
import type { Draft } from './database'
import { draftsOf, newDraftId, putDraft, removeDraft } from './drafts'

/** The latest draft of each note, and of a new one, after those that the list settles are gone. */
export async function latestDrafts(notes: Note[] | undefined, askedAt: number): Promise<Draft[]> {
  const user = getUser()
  const drafts = user === null ? [] : await draftsOf(user)
  const open = await Promise.all(drafts.map((draft) => settled(draft, notes, askedAt)))
  const latest = new Map<string | null, Draft>()
  for (const draft of open) if (draft && !latest.has(draft.noteId)) latest.set(draft.noteId, draft)
  return [...latest.values()]
}

/** As the list of notes leaves it: nothing of what is saved, and a new note of what was deleted. */
async function settled(draft: Draft, notes: Note[] | undefined, askedAt: number): Promise<Draft | undefined> {
  // An older list knows nothing of a draft.
  if (!notes || draft.writtenAt > askedAt) return draft
  const isSaved = notes.some(
    (note) => (draft.noteId === null || draft.noteId === note._id) && isSameText(note, draft.text),
  )
  if (isSaved) {
    await removeDraft(draft)
    return undefined
  }
  if (draft.noteId === null || notes.some(({ _id }) => _id === draft.noteId)) return draft
  const ofNewNote = { ...draft, id: newDraftId(), noteId: null, base: { title: '', content: '' } }
  await putDraft(ofNewNote)
  await removeDraft(draft)
  return ofNewNote
}
