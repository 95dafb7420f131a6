import { isSameText, type NoteText } from '@/lib/domain/note'
import { isUnsaved } from '@/lib/offline/record'
import { readDrafts } from './draft-store'
import { removeDraft } from './write-drafts'

export async function removeDraftsOf(user: string, noteId: string | null, text: NoteText): Promise<void> {
  const drafts = await readDrafts(user, (records) => records)
  const same = drafts.filter((one) => isUnsaved(one) && one.noteId === noteId && isSameText(one.text, text))
  await Promise.all(same.map(removeDraft))
}
