import { isSameText, type LoadedNote, type NoteText } from '@/lib/domain/note'
import { getSignOuts, getUser } from '@/lib/session/token'
import type { Draft } from './database'
import { newDraftId, putDraft, removeDraft, removeSaved } from './drafts'
import { leaveBehind, removeParting } from './parting-drafts'

/** How long after a key the text is on its way to the disk, in milliseconds. */
const DELAY = 100

/** What became of an attempt to keep a draft. */
export type Keeping = 'kept' | 'refused' | 'not-signed-in'

export type DraftKeeper = ReturnType<typeof createDraftKeeper>

/**
 * Keeps what is typed in one opening of a form, for whoever is signed in when it opens, or else comes first.
 *
 * @param onWritten told after each attempt
 */
export function createDraftKeeper(noteId: string | null, onWritten: (keeping: Keeping) => void) {
  const signOuts = getSignOuts()
  let user = getUser()
  let id = newDraftId()
  let base: LoadedNote | undefined
  /** Typed last, and not written yet. */
  let text: NoteText | undefined
  let written: Draft | undefined
  /** Is not on the disk yet. */
  let onItsWay: Draft | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Writes what has not been written yet. After a log-out nothing is: it would outlive its user. */
  async function flush(): Promise<void> {
    stopTimer()
    if (!text || !base || getSignOuts() !== signOuts) return
    user ??= getUser()
    if (user === null || getUser() === null) return onWritten('not-signed-in')
    const draft: Draft = { id, user, noteId, text, base, writtenAt: Date.now() }
    text = undefined
    try {
      await (isSameText(draft.text, draft.base) ? forget() : write(draft))
      onWritten('kept')
    } catch (cause) {
      console.warn(cause)
      onWritten('refused')
    }
  }

  function stopTimer(): void {
    clearTimeout(timer)
    timer = undefined
  }

  async function write(draft: Draft): Promise<void> {
    written = draft
    onItsWay = draft
    await putDraft(draft)
    if (onItsWay === draft) onItsWay = undefined
    removeParting(draft)
  }

  async function forget(): Promise<void> {
    onItsWay = undefined
    if (written) await removeDraft(written)
    written = undefined
  }

  return {
    user,
    isOwn: (draft: Draft) => draft.id === id,
    /** What the text on the screen is made of. */
    startFrom(note: LoadedNote): void {
      base = note
    },
    /**
     * Goes on with another draft, as this opening's own: another tab may still be writing under the other's id,
     * which stays only where nothing can be written. What was typed before stays a draft.
     */
    async takeOver(draft: Draft): Promise<void> {
      await flush()
      id = newDraftId()
      base = draft.base
      try {
        await write({ ...draft, id })
        await removeDraft(draft)
      } catch (cause) {
        console.warn(cause)
        id = draft.id
        written = draft
        onItsWay = undefined
        onWritten('refused')
      }
    },
    typed(newText: NoteText): void {
      text = newText
      timer ??= setTimeout(flush, DELAY)
    },
    /** Leaves behind what has not been written. */
    pageMayEnd(): void {
      flush()
      if (onItsWay && getSignOuts() === signOuts && getUser() !== null) leaveBehind(onItsWay)
    },
    /** Nothing is left of what was typed: it is saved, or given up. */
    async settle(): Promise<void> {
      stopTimer()
      const settled = text ?? written?.text
      text = undefined
      try {
        await forget()
        if (user !== null && settled) await removeSaved(user, noteId, settled)
      } catch (cause) {
        console.warn(cause)
      }
    },
  }
}
