import { watchSignOuts } from '@/lib/auth/watch-sign-outs'
import { createStore } from '@/lib/create-store'
import { BLANK, isSameText, type LoadedNote, type NoteText } from '@/lib/domain/note'
import { type AutosaveStatus, createAutosave } from '@/lib/drafts/autosave'
import { newDraft } from '@/lib/drafts/write-drafts'
import {
  type Draft,
  type DraftOrWrite,
  hashOfDraft,
  isConflicting,
  isUnsaved,
  isWaiting,
  isWrite,
  nextId,
} from '@/lib/offline/record'
import { getSignOuts, getUser, hasEnded, onSessionChange } from '@/lib/session/token'
import { userState } from '@/lib/session/user-state'
import { findWrite, getWrites, otherTabs, readJournal, subscribeToWrites } from '@/lib/writes/journal'
import type { Conflict } from '@/lib/writes/outcome'
import { type FormEffect, type FormEvent, type FormState, nextForm, type Original } from './form-state'
import type { OpenNote } from './versions'

type View = {
  state: FormState
  autosaveStatus: AutosaveStatus
  /** Another text of the note, which the user may go on with. */
  offered: DraftOrWrite | undefined
  saving?: Saving
}

/** A save under way, or waiting for an answer about its conflict. */
export type Saving = { isBusy: boolean; conflict?: Conflict }

/** Draft that 'Duplicar' has made, and its note, until the form of a new note takes both. */
const duplicate = userState((): [Draft, Original] | undefined => undefined)

export function duplicateText(text: NoteText, note: OpenNote): void {
  const user = getUser()
  // This tab may not have been told yet of another user's login.
  if (user !== null && user === note.autosave.getOwner())
    duplicate.set([newDraft(user, null, text, BLANK), note])
}

export type NoteFormStore = ReturnType<typeof createNoteForm>

/** `onNote`: a new note got its id. `onConflict`: save at once, without the question. */
export function createNoteForm(
  openedId: string | null,
  note: LoadedNote | undefined,
  onNote: (id: string) => void,
  onConflict?: () => void,
) {
  const autosave = createAutosave(openedId, (autosaveStatus) => show({ autosaveStatus }))
  const view = createStore<View>({
    state: { is: 'opening', noteId: openedId },
    autosaveStatus: getSignOuts() > 0 && getUser() === null ? 'signed-out' : 'saved',
    offered: undefined,
  })
  const dismissed = new Set<string>()
  let found: DraftOrWrite[] = []
  let isOnScreen = false

  function show(changed: Partial<View>): void {
    const next = { ...view.get(), ...changed }
    view.set({
      ...next,
      offered: found.flatMap(latestOf).find((record) => isOffered(record, next.state)),
    })
  }

  function isOffered(record: DraftOrWrite, state: FormState): boolean {
    if (state.is === 'opening' || record.noteId !== state.noteId || record.id === state.chain?.id)
      return false
    if (autosave.isOwn(record) || dismissed.has(versionOf(record)) || !isOpen(record)) return false
    const { loaded, start } = state
    return start.times > 1 || loaded.isKept === true || !isSameText(record.text, loaded)
  }

  function send(event: FormEvent): void {
    const before = view.get().state
    const { state, effects } = nextForm(before, event)
    effects.forEach(perform)
    show({ state })
    // Drafts that were found before may have been saved with the write.
    if (before.chain && !state.chain) look().catch(console.warn)
    if (!isOnScreen) return
    if (state.noteId && state.noteId !== before.noteId) onNote(state.noteId)
    const isAsked = before.is === 'editing' && state.is === 'saving'
    if (isAsked && state.chain && isConflicting(state.chain)) onConflict?.()
  }

  function perform(effect: FormEffect): void {
    if (effect.do === 'set base') autosave.setBase(effect.note)
    else if (effect.do === 'keep typed') autosave.change(effect.text)
    else if (effect.do === 'follow') autosave.follow(effect.id, effect.text)
    else if (effect.do === 'become') autosave.become(effect.noteId, effect.text)
    else {
      const { draft } = effect
      // The text that was typed until then is offered as another one.
      const kept = isWrite(draft) ? autosave.leave() : autosave.adopt(draft)
      kept.then(() => look()).catch(console.warn)
    }
  }

  /** Finds what to offer. `asks`: opens the question about a write that could not be merged, too. */
  async function look(asks = false): Promise<void> {
    const user = getUser()
    const take = (records: DraftOrWrite[]) => {
      if (user !== getUser()) return
      const open = records.filter(isOpen)
      found = [...open.filter((record) => hashOfDraft(record) === location.hash), ...open]
      show({})
      if (asks) askAboutConflict()
    }
    take(hasEnded() ? [] : await readJournal(take))
  }

  /** Asks as if Guardar of that write had just been pressed. */
  function askAboutConflict(): void {
    const { state, offered } = view.get()
    if (!offered || !isConflicting(offered) || state.is !== 'editing') return
    recover(offered)
    send({ is: 'asked', text: offered.text })
  }

  function recover(record: DraftOrWrite, copied?: Original): void {
    dismissed.add(versionOf(record))
    const id = (!isWrite(record) && record.follows) || ''
    const follows = findWrite(nextId({ id })) ?? findWrite(id)
    send({ is: 'recovered', record: id && !follows ? rebased(record, id) : record, follows, copied })
  }

  /** Gives a draft the base of the write that it followed, if that was refused, or a blank one, if it was discarded. */
  function rebased(record: DraftOrWrite, followed: string): DraftOrWrite {
    const { base = BLANK } = found.find(({ id }) => id === followed) ?? {}
    return { ...record, base, follows: undefined } as Draft
  }

  function dismiss(record: DraftOrWrite): void {
    dismissed.add(versionOf(record))
    show({})
  }

  function open(onChange = () => {}): () => void {
    isOnScreen = true
    watchSignOuts()
    // Another tab may have saved or discarded what is offered here.
    const onMessage = () => void look().catch(console.warn)
    const onWrites = () => {
      send({ is: 'journal changed', writes: getWrites() })
      // A refused write becomes a draft, to which a found draft may belong. It is stored after this event.
      if (found.some((record) => !isWrite(record) && record.follows)) setTimeout(onMessage)
    }
    otherTabs()?.addEventListener('message', onMessage)
    const stops = [
      view.subscribe(onChange),
      autosave.watch(),
      subscribeToWrites(onWrites),
      onSessionChange(() => {
        send({ is: 'session changed' })
        look(true).catch(console.warn)
      }),
      () => otherTabs()?.removeEventListener('message', onMessage),
    ]
    return () => {
      isOnScreen = false
      for (const stop of stops) stop()
      // The form of a new note, if that is next, has taken it by then.
      setTimeout(() => duplicate.set(undefined))
    }
  }

  function load(loaded: LoadedNote): void {
    send({ is: 'loaded', note: loaded })
    const copy = openedId === null && duplicate.get()
    if (copy) {
      duplicate.set(undefined)
      recover(...copy)
    }
    look(true).catch(console.warn)
  }

  // The page of a new note has its form before it is hydrated.
  if (note) send({ is: 'loaded', note })

  return { get: view.get, autosave, send, show, load, recover, dismiss, open }
}

/** A write may have changed since it was found, or ended, and a draft may have become one. */
function latestOf(record: DraftOrWrite): DraftOrWrite[] {
  const write = findWrite(record.id)
  if (write && (isWrite(record) || write.writtenAt > record.writtenAt)) return [write]
  return isWrite(record) ? [] : [record]
}

/** Key of what was dismissed: a draft that another tab goes on with is another one. */
function versionOf(record: DraftOrWrite): string {
  return isWrite(record) ? record.id : `${record.id} ${record.writtenAt}`
}

function isOpen(record: DraftOrWrite): boolean {
  return isUnsaved(record) || isWaiting(record)
}
