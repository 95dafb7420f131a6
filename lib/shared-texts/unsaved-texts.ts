import type { NoteText } from '@/lib/domain/note'
import { unsavedDrafts } from '@/lib/drafts/unsaved-drafts'
import { getUser } from '@/lib/session/token'
import { ownSharedTexts } from './offer'

/** Texts of the signed-in user that a sign-out would remove. Fails if that cannot be found out. */
export async function unsavedTexts(): Promise<NoteText[]> {
  const user = getUser()
  if (user === null) return []
  const shared = ownSharedTexts(user).catch(() => [])
  const [drafts, waiting] = await Promise.all([unsavedDrafts(user), shared])
  return [...drafts.map(({ base, text }) => ({ ...text, title: text.title || base.title })), ...waiting]
}
