import { isSameText, type LoadedNote, type NoteText } from '@/lib/domain/note'
import { type DraftOrWrite, isDone, isWrite, nextId, type Write } from '@/lib/offline/record'
import type { Conflict } from '@/lib/writes/outcome'

/** Texts that the next Guardar is merged with. */
export type Origin = {
  base: NoteText
  latest: LoadedNote
  /** The note of which this one is a copy. */
  copied?: Original
}

export type Original = { noteId: string; origin: Origin }

export type FormState =
  | ({ is: 'opening'; noteId: string | null; mayBeOld?: boolean } & {
      [Name in Exclude<keyof OpenForm, 'noteId'>]?: undefined
    })
  | (OpenForm & { is: 'editing' })
  /** Guardar was pressed with this text: the user is asked, or it is being sent. */
  | (OpenForm & { is: 'saving'; text: NoteText })

export type OpenForm = {
  noteId: string | null
  /** The note as it was loaded first: after a login in another tab it is loaded again. */
  loaded: LoadedNote
  /** Text that the fields start with. `times`: how often they have started. */
  start: { text: NoteText; times: number }
  origin: Origin
  /** The write that has the form's text, and may still be done. */
  chain?: Write
  /** Text of the form when it last had that record. */
  decided?: NoteText
  saved?: NoteText
}

export type FormEvent =
  | { is: 'loaded'; note: LoadedNote }
  /** Also when the page comes out of the back/forward cache. */
  | { is: 'session changed' }
  /** `follows`: the write that creates the note of the draft. */
  | { is: 'recovered'; record: DraftOrWrite; follows?: Write; copied?: Original }
  | { is: 'asked'; text: NoteText }
  /** `pressed` has not been saved. `chain`: the write that may still be done, with `text`. */
  | { is: 'sent'; pressed: Write; chain: Write | undefined; text?: NoteText }
  /** The question is closed. `merged`: the user wants to edit that text. */
  | { is: 'closed'; merged?: Conflict }
  | { is: 'journal changed'; writes: Write[] }

export type FormEffect =
  | { do: 'set base'; note: LoadedNote }
  | { do: 'keep typed'; text: NoteText }
  | { do: 'adopt'; draft: DraftOrWrite }
  | { do: 'follow'; id: string; text: NoteText }
  | { do: 'become'; noteId: string; text: NoteText }

type Open = Extract<FormState, OpenForm>

type NextForm = { state: FormState; effects: FormEffect[] }

export function nextForm(before: FormState, event: FormEvent): NextForm {
  const { state, effects } = afterEvent(before, event)
  const last = goOn(state, event)
  return { ...last, effects: [...effects, ...last.effects] }
}

function afterEvent(state: FormState, event: FormEvent): NextForm {
  if (state.is === 'opening') {
    if (event.is === 'session changed') return still({ ...state, mayBeOld: true })
    return event.is === 'loaded' ? opened(state, event.note) : still(state)
  }
  if (event.is === 'recovered') return recovered(state, event)
  if (event.is === 'asked') return still({ ...state, is: 'saving', text: event.text })
  if (event.is === 'sent') return sent(state, event)
  if (event.is === 'closed') return closed(state, event.merged)
  if (event.is === 'journal changed') return withChain(state, event.writes)
  return still(event.is === 'session changed' ? toBeLoaded(state) : state)
}

function still(state: FormState): NextForm {
  return { state, effects: [] }
}

function opened({ noteId, mayBeOld }: FormState & { is: 'opening' }, note: LoadedNote): NextForm {
  const start = { text: note, times: 1 }
  const state = { is: 'editing', noteId, loaded: note, start, origin: { base: note, latest: note } } as const
  return { state: mayBeOld ? toBeLoaded(state) : state, effects: [{ do: 'set base', note }] }
}

function restarted(state: Open, text: NoteText, origin: Origin): Open {
  return { ...state, start: { text, times: state.start.times + 1 }, origin, saved: undefined }
}

function recovered(state: Open, { record, follows, copied }: FormEvent & { is: 'recovered' }): NextForm {
  const { loaded } = state
  const base = isSameText(record.base, loaded) ? loaded : record.base
  const [chain, decided] = isWrite(record) ? [record, record.text] : [follows, record.base]
  const origin = { ...state.origin, base, copied }
  const restart = { ...restarted(state, record.text, origin), decided, chain }
  const effects: FormEffect[] = [{ do: 'adopt', draft: record }]
  if (chain) effects.push({ do: 'follow', id: chain.id, text: decided })
  return { state: toBeLoaded(restart), effects }
}

function sent(state: Open, { pressed, chain, text }: FormEvent & { is: 'sent' }): NextForm {
  if (chain && text)
    return { state: { ...state, chain, decided: text }, effects: [{ do: 'follow', id: chain.id, text }] }
  // An earlier text has created the note, and the later one is a draft of it.
  if (!chain && state.noteId === null && pressed.kind === 'replace')
    return goneOn(state, pressed.noteId, pressed.base, { ...pressed.base, isKept: true })
  return still(toBeLoaded({ ...state, chain }))
}

/** The note may have changed since it was loaded, so the next Guardar loads it. */
function toBeLoaded(state: Open): Open {
  const { origin } = state
  return { ...state, origin: { ...origin, latest: { ...origin.latest, isKept: true } } }
}

function closed(state: Open, merged: Conflict | undefined): NextForm {
  if (!merged) return still({ ...state, is: 'editing' })
  const { theirs, merged: text } = merged
  const restart = restarted(state, text, { base: theirs, latest: theirs })
  const effects: FormEffect[] = [
    { do: 'set base', note: theirs },
    { do: 'keep typed', text },
  ]
  return { state: { ...restart, is: 'editing', decided: theirs }, effects }
}

function withChain(state: Open, writes: Write[]): NextForm {
  const { chain } = state
  if (!chain) return still(state)
  const latest = writes.find(({ id }) => id === nextId(chain)) ?? writes.find(({ id }) => id === chain.id)
  if (latest) return still(latest === chain ? state : { ...state, chain: latest })
  // The next version has ended without being saved, so the form has the one before, and not the text that was decided.
  const before = writes.find((write) => nextId(write) === chain.id)
  if (before) return still({ ...state, chain: before, decided: undefined })
  const isOfNewNote = state.is === 'editing' && state.noteId === null && chain.kind === 'replace'
  return isOfNewNote ? goneOn(state, chain.noteId, chain.base, { ...chain.base, isKept: true }) : still(state)
}

/** The form goes on as the note that its write has saved by itself, or has found in the trash. */
function goOn(state: FormState, event: FormEvent): NextForm {
  if (!state.chain || !isDone(state.chain)) return still(state)
  const { is, chain, decided } = state
  const { noteId, etag } = chain.state
  // Guardar goes on with what is done, until it has ended with a question.
  const isUnderWay = is === 'saving' && event.is !== 'sent' && chain.kind !== 'delete'
  if (noteId === undefined || isUnderWay) return still(state)
  const sentText = (chain.kind === 'replace' && chain.sent?.mine) || chain.text
  // Another form may have given the record a text that this one has not seen.
  const hasFirst = chain.kind === 'create' && chain.first !== undefined
  const isOwn = hasFirst || !decided || isSameText(decided, sentText)
  const text = isOwn ? sentText : decided
  const saved = isOwn && chain.kind !== 'delete' ? text : undefined
  const latest = { ...chain.text, etag, isKept: !isOwn || !etag }
  return goneOn({ ...state, saved }, noteId, text, latest)
}

function goneOn(state: Open, noteId: string, text: NoteText, latest: LoadedNote): NextForm {
  return {
    state: { ...state, noteId, loaded: latest, origin: { base: text, latest }, chain: undefined },
    effects: [{ do: 'become', noteId, text }],
  }
}
