import { isSameText, type LoadedNote, type NoteText } from '@/lib/domain/note'
import { getSignOuts, getUser } from '@/lib/session/token'
import type { Draft } from './database'
import { putDraft, removeDraft, replaceDraft } from './drafts'

/** How long after a key the text is on its way to the disk, in milliseconds. */
const DELAY = 100

export type DraftKeeper = ReturnType<typeof createDraftKeeper>

/**
 * Keeps what is typed in one opening of a form, for whoever is signed in when it opens.
 *
 * @param onWritten told after each attempt whether drafts can be kept
 */
export function createDraftKeeper(noteId: string | null, onWritten: (isKept: boolean) => void) {
  const user = getUser()
  const signOuts = getSignOuts()
  let id = newId()
  let base: LoadedNote | undefined
  let text: NoteText | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Writes what has not been written yet. After a log-out nothing is: it would outlive its user. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (!text || !base || user === null || getUser() === null || getSignOuts() !== signOuts) return
    const draft: Draft = { id, user, noteId, text, base, writtenAt: Date.now() }
    text = undefined
    try {
      await (isSameText(draft.text, draft.base) ? removeDraft(id) : putDraft(draft))
      onWritten(true)
    } catch (cause) {
      console.warn(cause)
      onWritten(false)
    }
  }

  return {
    user,
    isOwn: (draft: Draft) => draft.id === id,
    /** What the text on the screen is made of. */
    startFrom(note: LoadedNote): void {
      base = note
    },
    /**
     * Goes on with another draft, as this opening's own: another tab may still be writing under the other's id.
     * What was typed before stays a draft.
     */
    async takeOver(draft: Draft): Promise<void> {
      await flush()
      id = newId()
      base = draft.base
      await replaceDraft(draft, { ...draft, id }).catch((cause: unknown) => {
        console.warn(cause)
        onWritten(false)
      })
    },
    typed(newText: NoteText): void {
      text = newText
      timer ??= setTimeout(flush, DELAY)
    },
    flush,
    /** Nothing is left of what was saved. */
    async settle(): Promise<void> {
      clearTimeout(timer)
      text = undefined
      await removeDraft(id).catch(() => {})
    },
  }
}

function newId(): string {
  return `${Date.now()}-${Math.random()}`
}
