import { mutate } from 'swr'
import { BLANK, isSameText, type NoteText } from '@/lib/domain/note'
import type { Autosave } from '@/lib/drafts/autosave'
import { nextWriteTime, readDrafts } from '@/lib/drafts/draft-store'
import { removeDraft } from '@/lib/drafts/write-drafts'
import {
  type Draft,
  type DraftOrWrite,
  isDone,
  isUnsaved,
  isWaiting,
  isWrite,
  nextId,
  type Write,
} from '@/lib/offline/record'
import { encode, type StoredRecord } from '@/lib/offline/stored-record'
import { getUser, NO_TOKEN, requireToken } from '@/lib/session/token'
import { backUpDuring, isStored } from '@/lib/writes/apply'
import { equalNotes } from '@/lib/writes/find-stored'
import { findWrite, getWrites } from '@/lib/writes/journal'
import { newCreation, newReplacement, withText } from '@/lib/writes/new-write'
import { draftOf } from '@/lib/writes/next'
import type { Conflict, Outcome } from '@/lib/writes/outcome'
import { press } from '@/lib/writes/press'
import { merge } from '@/lib/writes/send'
import { watchWaiting } from '@/lib/writes/send-waiting'
import { shown } from '@/lib/writes/shown'
import type { OpenForm } from './form-state'
import { getLastList } from './load-notes'
import { notesKey } from './swr-options'

/** Result of a save. `pressed`: the write of this press; `chain`: the one that may still be done, with the text `decided`. */
type Saved =
  | { is: 'saved' }
  | { is: 'conflict'; pressed: Write; chain: Write | undefined; conflict: Conflict }
  | { is: 'unsaved'; pressed: Write; chain: Write | undefined; decided?: NoteText; error: unknown }

export async function saveNote(form: OpenForm & { autosave: Autosave }, text: NoteText): Promise<Saved> {
  const token = requireToken()
  const { noteId, autosave, origin, chain, decided = chain?.text } = form
  // This tab may not have been told yet of another user's login.
  if (autosave.getOwner() !== getUser()) throw new Error(NO_TOKEN)
  const typedId = autosave.decide()
  const write = chain ? withText(chain, text) : decidedWrite()
  const options = { latest: mayBeOld() ? undefined : origin.latest, revise: decided && revise }
  let pressed = write
  let replaced: Draft | undefined
  const outcome = await backUpDuring(notStored, press(write, options).then(sendRest)).catch(
    (cause: unknown) => {
      autosave.takeBack(typedId, text)
      throw cause
    },
  )
  const left = [nextId(pressed), pressed.id, write.id]
    .flatMap((id) => findWrite(id) ?? [])
    .find(({ kind }) => kind !== 'delete')
  if (outcome.is === 'busy') {
    autosave.takeBack(typedId, text)
    return { is: 'unsaved', pressed, chain: left, error: outcome.error }
  }
  if (outcome.is === 'conflict' && left && !isDone(left)) {
    autosave.takeBack(typedId, text)
    return { ...outcome, pressed, chain: left }
  }
  const isKept = outcome.is === 'done' || isStored(pressed.id)
  const needless = pressed.id === typedId ? replaced : { ...pressed, id: typedId, writtenAt: Infinity }
  if (needless && isKept) removeDraft(needless).catch(console.warn)

  if (outcome.is === 'done') {
    if (!(isDone(outcome.write) && outcome.write.state.noteId !== undefined))
      void mutate(notesKey(token), undefined)
    return { is: 'saved' }
  }
  // If the text of another form was merged into the record, that of this form becomes a draft of its own.
  const draftId = isSameText(pressed.text, text) ? pressed.id : typedId
  if (!left) {
    // Typed again, a text that the host has not taken is still unsaved.
    autosave.setBase(outcome.is === 'gone' ? BLANK : pressed.base)
    autosave.takeBack(draftId, text)
  } else if (isDone(left)) autosave.takeBack(left.id === draftId ? nextId(left) : draftId, text)
  if (outcome.is === 'conflict') return { ...outcome, pressed, chain: left }
  if (left && isWaiting(left)) watchWaiting()
  const hasText = left !== undefined && !isDone(left)
  return { is: 'unsaved', pressed, chain: left, ...(hasText && { decided: text }), error: outcome.error }

  /** Whether another write may have changed the note since the form has loaded it, and no ETag tells the host. */
  function mayBeOld(): boolean {
    const isLoaded = (one: Write) => isDone(one) && isSameText(one.text, origin.latest)
    const isOfNote = (one: Write) => one.kind === 'replace' && one.noteId === noteId && !isLoaded(one)
    return chain !== undefined || (!origin.latest.etag && getWrites().some(isOfNote))
  }

  /** The text as a draft, or as a write once the host may have it; this page alone may have either. */
  function notStored(): StoredRecord[] {
    const records = [nextId(pressed), pressed.id]
      .flatMap((id) => findWrite(id) ?? [])
      .filter((record) => isSameText(record.text, pressed.text))
    if (records.some(({ id }) => isStored(id))) return []
    const begun = records.find(({ id, state }) => id === typedId && state.is === 'unknown')
    const followed = chain && { follows: chain.id, base: decided ?? chain.text }
    const draft = { ...draftOf(write), ...followed, id: typedId, writtenAt: nextWriteTime() }
    // The write is larger, and takes the place of the draft if there is room for it.
    return begun ? [draft, encode(begun)] : [draft]
  }

  function decidedWrite(): Write {
    if (noteId !== null) return newReplacement({ id: typedId, noteId, text, base: origin.base })
    const { copied } = origin
    const list = getLastList()
    const others = list && shown(list, getWrites()).filter(({ _id }) => _id !== copied?.noteId)
    const known = copied ? [{ ...copied.origin.latest, _id: copied.noteId }, ...(others ?? [])] : others
    return newCreation(typedId, text, known && equalNotes(known, text).length)
  }

  /** Merges what another form has saved in the same record. If that is a draft by now, this text gets a record of its own. */
  async function revise(known: DraftOrWrite | undefined, own: Write): Promise<Write | Conflict> {
    if (!known) {
      // Another tab has ended the record, so that the host may have its text.
      const state = { is: 'unknown', waits: true, isKeyless: true } as const
      if (own.id === chain?.id && chain.state.is === 'decided') pressed = withText({ ...chain, state }, text)
      return pressed
    }
    const before = decided ?? known.text
    if (isWrite(known)) {
      const { text: merged, hasConflicts } = await merge(before, text, known.text)
      if (hasConflicts) return { theirs: known.text, merged }
      pressed = withText(known, merged)
    } else if (known.id !== typedId) {
      if (isSameText(before, known.text)) replaced = known
      pressed = { ...own, id: typedId }
    }
    return pressed
  }

  /** Sends the text of this press, if the write that waited was sent by itself meanwhile. */
  async function sendRest(done: Outcome): Promise<Outcome> {
    if (done.is !== 'done' || !isDone(done.write)) return done
    const { kind, text: saved, state } = done.write
    // A note that this press has found in the trash is not saved either.
    if (!done.wasDone && kind !== 'delete') return done
    if (state.noteId === undefined || (kind !== 'delete' && isSameText(saved, text))) return done
    // With a later text the record is done with its first one, and the next record has the later one.
    const hasLater = done.write.kind === 'create' && done.write.first !== undefined
    const isBase = decided && !hasLater && !isSameText(decided, saved)
    const base = isBase ? decided : { ...saved, etag: state.etag }
    const { user } = write
    pressed = newReplacement({ id: nextId(done.write), user, noteId: state.noteId, text, base })
    return press(pressed, { revise: decided && revise }).then(sendRest)
  }
}

export async function removeDraftsOf(user: string, noteId: string | null, text: NoteText): Promise<void> {
  const drafts = await readDrafts(user, (records) => records)
  const same = drafts.filter((one) => isUnsaved(one) && one.noteId === noteId && isSameText(one.text, text))
  await Promise.all(same.map(removeDraft))
}
