import { mutate } from 'swr'
import { isSameText, type LoadedNote, type NoteText } from '@/lib/domain/note'
import type { Autosave } from '@/lib/drafts/autosave'
import { removeDraft } from '@/lib/drafts/write-drafts'
import { isWaiting, nextId, type Write } from '@/lib/offline/record'
import { getUser, NO_TOKEN, requireToken } from '@/lib/session/token'
import { findWrite } from '@/lib/writes/journal'
import { countEqual } from '@/lib/writes/look-up'
import { newWrite } from '@/lib/writes/new-write'
import type { Conflict, Outcome } from '@/lib/writes/outcome'
import { press } from '@/lib/writes/press'
import { withText } from '@/lib/writes/press-rules'
import { merge } from '@/lib/writes/send'
import { watchWaiting } from '@/lib/writes/send-waiting'
import { getLastNotes } from './load-notes'
import { notesKey } from './swr-options'

export type { Conflict } from '@/lib/writes/outcome'

export type Origin = {
  base: NoteText
  latest: LoadedNote
  /** Text of the note that this one is a copy of. */
  copied?: NoteText | undefined
}

type Form = {
  noteId: string | null
  autosave: Autosave
  chain: Write | undefined
  /** Text of the form when it last had the record of `chain`. */
  decided: NoteText | undefined
}

/** Result of a save. `chain`: the write that may still be done, by itself or with the next press. */
export type Saved =
  | { is: 'saved' }
  | { is: 'conflict'; chain: Write | undefined; conflict: Conflict }
  | { is: 'unsaved'; chain: Write | undefined; error: unknown }

export async function saveNote(form: Form, text: NoteText, origin: Origin): Promise<Saved> {
  const token = requireToken()
  const { noteId, autosave, chain, decided = chain?.text } = form
  // Nothing of another user's form is sent, though this tab may not have been told of the login yet.
  if (autosave.getOwner() !== getUser()) throw new Error(NO_TOKEN)
  const typedId = autosave.decide()
  const write = chain ? withText(chain, text) : decidedWrite()
  const options = { latest: chain ? undefined : origin.latest, revise: decided && revise }
  let rest: Write | undefined
  const outcome = await press(write, options).then(sendRest)
  const pressed = rest ?? write
  const left = findWrite(nextId(pressed)) ?? findWrite(pressed.id) ?? findWrite(write.id)
  if (outcome.is === 'conflict' && left && left.write.doneAt === undefined) {
    autosave.takeBack(typedId, text)
    return { ...outcome, chain: left }
  }
  if (write.id !== typedId) removeDraft({ ...write, id: typedId, writtenAt: Infinity }).catch(console.warn)

  if (outcome.is === 'done') {
    if (outcome.write.write.noteId === undefined)
      await mutate(notesKey(token), undefined, { revalidate: false })
    return { is: 'saved' }
  }
  if (!left) autosave.takeBack(write.id, text)
  else if (left.write.doneAt !== undefined) autosave.takeBack(rest?.id ?? nextId(write), text)
  if (outcome.is === 'conflict') return { ...outcome, chain: left }
  if (left && isWaiting(left)) watchWaiting()
  return { is: 'unsaved', chain: left, error: outcome.error }

  function decidedWrite(): Write {
    const record = { id: typedId, noteId, text }
    if (noteId !== null) return newWrite('replace', { ...record, base: origin.base }, { waits: true })
    const { copied } = origin
    const known = getLastNotes() ?? (copied && [{ _id: '', ...copied }])
    return newWrite('create', record, { waits: true, equalBefore: known && countEqual(known, text) })
  }

  /** Merges what another form has saved in the same record, as from another device. */
  async function revise(known: Write): Promise<Write | Conflict> {
    const { text: merged, hasConflicts } = await merge(decided ?? known.text, text, known.text)
    return hasConflicts ? { theirs: known.text, merged } : withText(known, merged)
  }

  /** Sends the text of this press, if the write that waited was sent by itself meanwhile. */
  async function sendRest(done: Outcome): Promise<Outcome> {
    if (done.is !== 'done' || !done.wasDone || done.write.write.noteId === undefined) return done
    const { user, text: saved, write: state } = done.write
    if (isSameText(saved, text)) return done
    // With a later text the record is done with its first one, and the next record has the later one.
    const isBase = decided && !state.first && !isSameText(decided, saved)
    const base = isBase ? decided : { ...saved, etag: state.etag }
    const record = { id: nextId(done.write), user, noteId: state.noteId, text, base }
    rest = newWrite('replace', record, { waits: true })
    return press(rest, { revise: decided && revise }).then(sendRest)
  }
}
