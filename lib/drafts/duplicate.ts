import { BLANK, type NoteText } from '@/lib/domain/note'
import type { Draft } from '@/lib/offline/database'
import { getUser } from '@/lib/session/token'
import { userState } from '@/lib/session/user-state'
import { newDraft } from './write-drafts'

/** Draft that the next form of a new note starts from. */
const duplicate = userState((): Draft | undefined => undefined)

export function duplicateText(text: NoteText): void {
  const user = getUser()
  if (user !== null) duplicate.set(newDraft(user, null, text, BLANK))
}

export function takeDuplicate(): Draft | undefined {
  const draft = duplicate.get()
  duplicate.set(undefined)
  return draft
}
