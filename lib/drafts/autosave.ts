import { isSameText, type LoadedNote, type NoteText } from '@/lib/domain/note'
import { type Draft, onDatabaseLost, withTimeout } from '@/lib/offline/database'
import { getSignOuts, getUser } from '@/lib/session/token'
import { removeBackup } from './draft-backup'
import { backUp, newDraftId, putDraft, removeDraft, removeSaved, timeOfWriting } from './write-drafts'

/** How long after a key the text is on its way to the disk, in milliseconds. */
const DELAY = 100

/** Result of an attempt to keep a draft in the database. A refused draft is in localStorage, where that has room. */
export type AutosaveStatus = 'saved' | 'failed' | 'signed-out'

export type Autosave = ReturnType<typeof createAutosave>

/**
 * Keeps what is typed in one opening of a form, for the user who is signed in when it opens, or the first to sign in.
 *
 * @param onWritten told after each attempt
 */
export function createAutosave(noteId: string | null, onWritten: (autosaveStatus: AutosaveStatus) => void) {
  const signOuts = getSignOuts()
  let user = getUser()
  let id = newDraftId()
  let base: LoadedNote | undefined
  /** Typed last, and not written yet. */
  let text: NoteText | undefined
  let written: Draft | undefined
  /** Drafts that this opening went on with. */
  const takenOver: Draft[] = []
  /** Not in the database yet, by their ids. */
  const onTheirWay = new Map<string, Draft>()
  let writing: Promise<void> | undefined
  let isRefused = false
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Writes what has not been written yet. After a log-out nothing is: it would outlive its user. */
  function flush(): void {
    stopTimer()
    if (!text || !base || getSignOuts() !== signOuts) return
    user ??= getUser()
    if (user === null || getUser() === null) {
      onWritten('signed-out')
      return
    }
    const draft: Draft = { id, user, noteId, text, base, writtenAt: timeOfWriting() }
    text = undefined
    if (isSameText(draft.text, draft.base)) withTimeout(forget()).then(() => onWritten('saved'), refused)
    else void write(draft)
  }

  function stopTimer(): void {
    clearTimeout(timer)
    timer = undefined
  }

  /** Resolves when nothing is on its way any more, to the database or, where that refuses it, to localStorage. */
  function write(draft: Draft): Promise<void> {
    written = draft
    onTheirWay.set(draft.id, draft)
    if (isRefused) backUp(draft)
    writing ??= writeAll()
    return writing
  }

  /** One at a time: a database that does not answer is not asked for ever more. */
  async function writeAll(): Promise<void> {
    for (;;) {
      const [draft] = onTheirWay.values()
      if (!draft || getSignOuts() !== signOuts) break
      const put = putDraft(draft)
      await withTimeout(put).catch(refused)
      await put.then(() => kept(draft)).catch(() => {})
      if (onTheirWay.get(draft.id) === draft) onTheirWay.delete(draft.id)
    }
    writing = undefined
  }

  function kept(draft: Draft): void {
    isRefused = false
    removeBackup(draft)
    onWritten('saved')
  }

  function refused(cause: unknown): void {
    console.warn(cause)
    isRefused = true
    leaveAllBehind()
    onWritten('failed')
  }

  function leaveAllBehind(): void {
    if (getSignOuts() === signOuts) for (const draft of onTheirWay.values()) backUp(draft)
  }

  async function forget(): Promise<void> {
    onTheirWay.delete(id)
    const last = written
    if (last) await removeDraft(last)
    if (written === last) written = undefined
  }

  return {
    getUser: () => user,
    isOwn: (draft: Draft) => draft.id === id,
    /** What the text on the screen is made of. */
    setBase(note: LoadedNote): void {
      base = note
    },
    /**
     * Goes on with another draft, as this opening's own: another tab may still be writing under the other's id,
     * which stays only where nothing can be kept. What was typed before stays a draft. Resolves when the other is gone.
     */
    async adopt(draft: Draft): Promise<void> {
      flush()
      const own = { ...draft, id: newDraftId() }
      id = own.id
      base = own.base
      takenOver.push(draft)
      const isLeftBehind = backUp(own)
      if (isLeftBehind) removeBackup(draft)
      await write(own)
      const isWritten = !isRefused && !onTheirWay.has(own.id)
      if (isLeftBehind || isWritten) await removeDraft(draft)
    },
    change(newText: NoteText): void {
      text = newText
      timer ??= setTimeout(flush, DELAY)
    },
    /** Leaves behind what has not been written. */
    onPageHide(event?: Event): void {
      flush()
      leaveAllBehind()
      const isClosing = event instanceof PageTransitionEvent && !event.persisted
      if (isClosing) for (const draft of onTheirWay.values()) putDraft(draft, true).catch(() => {})
    },
    /** From now on writes again what the database loses. */
    watchForLoss(): void {
      onDatabaseLost(() => written && getSignOuts() === signOuts && void write(written))
    },
    /** Nothing is left of what was typed: it is saved, or given up. */
    async clear(): Promise<void> {
      stopTimer()
      const settled = text ?? written?.text
      text = undefined
      try {
        await Promise.all([forget(), ...takenOver.map(removeDraft)])
        if (user !== null && settled) await removeSaved(user, noteId, settled)
      } catch (cause) {
        console.warn(cause)
      }
    },
  }
}
