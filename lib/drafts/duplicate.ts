import { BLANK, type NoteText } from '@/lib/domain/note'
import type { Draft } from '@/lib/offline/record'
import { getUser } from '@/lib/session/token'
import { userState } from '@/lib/session/user-state'
import { newDraft } from './write-drafts'

const duplicate = userState((): Draft | undefined => undefined)

/** `owner`: whose text it is. This tab may not have been told yet of another user's login. */
export function duplicateText(text: NoteText, owner: string | null): void {
  const user = getUser()
  if (user !== null && user === owner) duplicate.set(newDraft(user, null, text, BLANK))
}

export function takeDuplicate(): Draft | undefined {
  const draft = duplicate.get()
  duplicate.set(undefined)
  return draft
}
