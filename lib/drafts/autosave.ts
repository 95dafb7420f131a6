import { isSameText, type LoadedNote, type NoteText } from '@/lib/domain/note'
import { newId } from '@/lib/ids'
import { setDatabaseLostListener, withTimeout } from '@/lib/offline/database'
import type { Draft } from '@/lib/offline/record'
import { getSignOuts, getUser } from '@/lib/session/token'
import { nextWriteTime, removeBackup } from './draft-store'
import { backUp, newDraft, putDraft, removeDraft } from './write-drafts'

const DELAY_MS = 100

/** Result of the last write to the database. A draft that failed is in localStorage, if that has room. */
export type AutosaveStatus = 'saved' | 'failed' | 'signed-out'

export type Autosave = ReturnType<typeof createAutosave>

/** Autosaves a form's text as a draft of the signed-in user, or of the first to sign in while it is open. */
export function createAutosave(initialNoteId: string | null, onStatus: (status: AutosaveStatus) => void) {
  const signOuts = getSignOuts()
  let user = getUser()
  let noteId = initialNoteId
  let id = newId()
  let follows: string | undefined
  let base: LoadedNote | undefined
  let unwritten: NoteText | undefined
  let lastWritten: Draft | undefined
  const adopted: Draft[] = []
  const pending = new Map<string, Draft>()
  let writing: Promise<void> | undefined
  let hasFailed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const hasSignedOut = () => getSignOuts() !== signOuts

  function getOwner(): string | null {
    user ??= getUser()
    return user
  }

  function flush(): void {
    stopTimer()
    if (!unwritten || !base || hasSignedOut()) return
    const owner = getOwner()
    if (owner === null || getUser() === null) {
      onStatus('signed-out')
      return
    }
    const draft = draftOf(owner, unwritten, base)
    unwritten = undefined
    if (isSameText(draft.text, draft.base))
      withTimeout(removeWritten()).then(() => onStatus('saved'), onFailed)
    else void write(draft)
  }

  function draftOf(owner: string, text: NoteText, textBefore: LoadedNote): Draft {
    return { ...newDraft(owner, noteId, text, textBefore), id, follows }
  }

  function stopTimer(): void {
    clearTimeout(timer)
    timer = undefined
  }

  function write(draft: Draft): Promise<void> {
    lastWritten = draft
    pending.set(draft.id, draft)
    if (hasFailed) backUp(draft)
    writing ??= writePending()
    return writing
  }

  async function writePending(): Promise<void> {
    for (;;) {
      const [draft] = pending.values()
      if (!draft || hasSignedOut()) break
      const put = putDraft(draft)
      await withTimeout(put).catch(onFailed)
      await put.then(onSaved).catch(() => {})
      if (pending.get(draft.id) === draft) pending.delete(draft.id)
    }
    writing = undefined
  }

  function onSaved(): void {
    hasFailed = false
    onStatus('saved')
  }

  function onFailed(cause: unknown): void {
    console.warn(cause)
    hasFailed = true
    backUpAll()
    onStatus('failed')
  }

  function backUpAll(): void {
    if (!hasSignedOut()) for (const draft of pending.values()) backUp(draft)
  }

  function writeNow(event?: Event): void {
    flush()
    backUpAll()
    const isClosing = event instanceof PageTransitionEvent && !event.persisted
    if (isClosing) for (const draft of pending.values()) putDraft(draft, true).catch(() => {})
  }

  async function removeWritten(): Promise<void> {
    pending.delete(id)
    const last = lastWritten
    if (last) await removeDraft(last)
    if (lastWritten === last) lastWritten = undefined
  }

  return {
    getOwner,
    isOwn: (draft: Draft) => draft.id === id,
    setBase(note: LoadedNote): void {
      base = note
    },
    /** Ends the draft, because the user decides about its text. Returns its id. Later typing starts another draft. */
    decide(): string {
      flush()
      const decided = id
      pending.delete(decided)
      lastWritten = undefined
      id = newId()
      return decided
    },
    async leave(): Promise<void> {
      flush()
      lastWritten = undefined
      follows = undefined
      id = newId()
      await writing
    },
    takeBack(decided: string, text: NoteText): void {
      id = decided
      unwritten = undefined
      // Also if it is the version that the form has loaded: the host may no longer have the note.
      if (user !== null && base && !hasSignedOut()) void write(draftOf(user, text, base))
    },
    follow(writeId: string, text: NoteText): void {
      follows = writeId
      base = text
    },
    become(savedId: string, text: NoteText): void {
      flush()
      noteId = savedId
      follows = undefined
      base = text
      if (lastWritten) void write({ ...lastWritten, follows, noteId, base, writtenAt: nextWriteTime() })
    },
    /** Adopts a recovered draft under a new id, since another tab may still write to the old one. */
    async adopt(draft: Draft): Promise<void> {
      flush()
      const own = { ...draft, id: newId() }
      id = own.id
      base = own.base
      follows = own.follows
      adopted.push(draft)
      const isBackedUp = backUp(own)
      if (isBackedUp) removeBackup(draft)
      await write(own)
      const isWritten = !hasFailed && !pending.has(own.id)
      if (isBackedUp || isWritten) await removeDraft(draft)
    },
    change(text: NoteText): void {
      unwritten = text
      timer ??= setTimeout(flush, DELAY_MS)
    },
    watch(): () => void {
      document.addEventListener('visibilitychange', writeNow)
      addEventListener('pagehide', writeNow)
      setDatabaseLostListener(() => lastWritten && !hasSignedOut() && void write(lastWritten))
      return () => {
        document.removeEventListener('visibilitychange', writeNow)
        removeEventListener('pagehide', writeNow)
        setDatabaseLostListener(() => {})
        writeNow()
      }
    },
    async clear(): Promise<void> {
      stopTimer()
      unwritten = undefined
      await Promise.all([removeWritten(), ...adopted.map(removeDraft)]).catch(console.warn)
    },
  }
}
