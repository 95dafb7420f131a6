import { expect, test } from '@playwright/test'
import { BLANK, type LoadedNote } from '@/lib/domain/note'
import { type FormEvent, type FormState, nextForm } from '@/lib/notes/form-state'
import type { Draft, Write } from '@/lib/offline/record'
import { deletion, LATER, TEXT, write } from './records'

const NOTE: LoadedNote = { ...TEXT, etag: '"1"' }
const OTHER = { title: 'Otra', content: '' }

const open = (noteId: string | null, note: LoadedNote): FormState =>
  nextForm({ is: 'opening', noteId }, { is: 'loaded', note }).state

const blank = open(null, BLANK)
const ofNote = open('n1', NOTE)
const waiting = write({ waits: true, isUnknown: true }, { text: LATER })
const replacing = write(
  { kind: 'replace', waits: true },
  { id: 'write-next', noteId: 'n1', text: LATER, base: NOTE },
)

/** State of a form after these events, one after the other. */
const after = (state: FormState, ...events: FormEvent[]) =>
  events.reduce((before, event) => nextForm(before, event).state, state)

const draft = (noteId: string | null, fields: Partial<Draft> = {}): Draft => ({
  id: 'draft',
  user: 'ana',
  noteId,
  text: LATER,
  base: noteId === null ? BLANK : NOTE,
  writtenAt: 10,
  ...fields,
})

const waits = after(
  blank,
  { is: 'asked', text: LATER },
  { is: 'sent', pressed: waiting, chain: waiting, text: LATER },
)

const journal = (...writes: Write[]): FormEvent => ({ is: 'journal changed', writes })

const done = (fields = {}, record = {}) =>
  write({ doneAt: 30, noteId: 'n1', etag: '"2"', ...fields }, { text: LATER, ...record })

const CASES: [
  name: string,
  state: FormState,
  event: FormEvent,
  expected: Record<string, unknown>,
  effects: string[],
][] = [
  [
    'a note that is loaded again does not replace the first',
    ofNote,
    { is: 'loaded', note: { ...OTHER } },
    { is: 'editing', loaded: NOTE, start: { text: NOTE, times: 1 } },
    [],
  ],
  [
    'what is pressed before the note is there does nothing',
    { is: 'opening', noteId: 'n1' },
    { is: 'asked', text: LATER },
    { is: 'opening' },
    [],
  ],
  [
    'a note that may be as it was before the page was away is loaded again by the next Guardar',
    after({ is: 'opening', noteId: 'n1' }, { is: 'session changed' }),
    { is: 'loaded', note: NOTE },
    { is: 'editing', loaded: NOTE, origin: { latest: { ...NOTE, isKept: true } } },
    ['set base'],
  ],
  [
    'a press keeps its text while it is sent',
    ofNote,
    { is: 'asked', text: LATER },
    { is: 'saving', text: LATER, origin: { base: NOTE } },
    [],
  ],
  [
    'a draft that is recovered starts the fields anew, from the version it was typed on',
    ofNote,
    { is: 'recovered', record: draft('n1', { base: OTHER }) },
    { start: { text: LATER, times: 2 }, origin: { base: OTHER, latest: { isKept: true } }, decided: OTHER },
    ['adopt'],
  ],
  [
    'a write that is recovered is the one that the next press goes on with',
    blank,
    { is: 'recovered', record: waiting },
    { chain: waiting, decided: LATER, start: { text: LATER } },
    ['adopt', 'follow'],
  ],
  [
    'a draft that follows a write goes on with that one',
    blank,
    { is: 'recovered', record: draft(null, { base: TEXT }), follows: waiting },
    { chain: waiting, decided: TEXT },
    ['adopt', 'follow'],
  ],
  [
    'a draft of a new note, recovered over a write, leaves that one alone',
    waits,
    { is: 'recovered', record: draft(null) },
    { chain: undefined, start: { text: LATER, times: 2 } },
    ['adopt'],
  ],
  [
    'a draft of a note, recovered over a write, is saved after that one, on the note as it is by then',
    { ...ofNote, chain: replacing } as FormState,
    { is: 'recovered', record: draft('n1') },
    { chain: undefined, origin: { base: NOTE, latest: { isKept: true } } },
    ['adopt'],
  ],
  [
    'a draft that is recovered after a press without success is saved on the note as it is by then',
    after(
      ofNote,
      { is: 'asked', text: LATER },
      { is: 'sent', pressed: replacing, chain: undefined },
      { is: 'closed' },
    ),
    { is: 'recovered', record: draft('n1') },
    { chain: undefined, origin: { latest: { isKept: true } } },
    ['adopt'],
  ],
  [
    'a press without an answer is followed by the form',
    after(blank, { is: 'asked', text: LATER }),
    { is: 'sent', pressed: waiting, chain: waiting, text: LATER },
    { is: 'saving', chain: waiting, decided: LATER },
    ['follow'],
  ],
  [
    'a press whose text is a draft again leaves no write, and the note is loaded for the next',
    after(ofNote, { is: 'asked', text: LATER }),
    { is: 'sent', pressed: replacing, chain: undefined, text: LATER },
    { noteId: 'n1', chain: undefined, origin: { base: NOTE, latest: { isKept: true } } },
    [],
  ],
  [
    'a question about the next version is one of the note that the first has created',
    after(waits, { is: 'asked', text: OTHER }),
    { is: 'sent', pressed: waiting, chain: done({ first: TEXT }, { text: TEXT }) },
    { is: 'saving', noteId: 'n1', chain: undefined, origin: { base: TEXT } },
    ['become'],
  ],
  [
    'a later text that is a draft again is one of the note that the first has created',
    after(waits, { is: 'asked', text: OTHER }),
    { is: 'sent', pressed: replacing, chain: undefined, text: OTHER },
    { noteId: 'n1', origin: { base: NOTE, latest: { isKept: true } }, chain: undefined },
    ['become'],
  ],
  [
    'a merged text that is to be edited is one of the note that was created meanwhile',
    after(waits, { is: 'asked', text: OTHER }, journal(done())),
    { is: 'closed', merged: { theirs: OTHER, merged: LATER } },
    { is: 'editing', noteId: 'n1', start: { text: LATER }, chain: undefined },
    ['set base', 'keep typed', 'become'],
  ],
  [
    'a draft that follows a write which is done goes on as its note',
    blank,
    { is: 'recovered', record: draft(null, { base: LATER }), follows: done() },
    { noteId: 'n1', loaded: { etag: '"2"' }, chain: undefined },
    ['adopt', 'follow', 'become'],
  ],
  [
    'a question that is closed ends the press',
    after(ofNote, { is: 'asked', text: LATER }),
    { is: 'closed' },
    { is: 'editing' },
    [],
  ],
  [
    'a merged text that is to be edited is compared with theirs from then on',
    after(ofNote, { is: 'asked', text: LATER }),
    { is: 'closed', merged: { theirs: OTHER, merged: LATER } },
    {
      is: 'editing',
      start: { text: LATER, times: 2 },
      origin: { base: OTHER, latest: OTHER },
      decided: OTHER,
    },
    ['set base', 'keep typed'],
  ],
  [
    'a question that is closed leaves the write that waits',
    waits,
    { is: 'closed' },
    { is: 'editing', noteId: null, chain: waiting },
    [],
  ],
  [
    'while a press is under way the form stays what it is',
    waits,
    journal(done()),
    { is: 'saving', noteId: null, chain: { state: { is: 'done' } } },
    [],
  ],
  [
    'while a press is asked about, the form is of the note that its write has found in the trash',
    waits,
    journal({ ...deletion({ doneAt: 30, noteId: 'n1' }, { text: LATER }), id: 'write' }),
    { is: 'saving', noteId: 'n1', saved: undefined, chain: undefined },
    ['become'],
  ],
  [
    'once it is done, the form is of the note that it has made',
    after(waits, { is: 'closed' }),
    journal(done()),
    {
      noteId: 'n1',
      saved: LATER,
      chain: undefined,
      origin: { base: LATER, latest: { etag: '"2"', isKept: false } },
    },
    ['become'],
  ],
  [
    'a note whose version was not told is loaded before the next press replaces it',
    after(waits, { is: 'closed' }),
    journal(done({ etag: undefined })),
    { noteId: 'n1', origin: { base: LATER, latest: { isKept: true } } },
    ['become'],
  ],
  [
    'a note whose id is not told yet is waited for',
    after(waits, { is: 'closed' }),
    journal(done({ noteId: undefined })),
    { noteId: null, chain: { state: { is: 'done' } } },
    [],
  ],
  [
    "another form's text in the same record is not taken for this one's",
    after(waits, { is: 'closed' }),
    journal(done({}, { text: OTHER })),
    { noteId: 'n1', saved: undefined, origin: { base: LATER, latest: { ...OTHER, isKept: true } } },
    ['become'],
  ],
  [
    'the record of the next version is followed as soon as it is there',
    after(waits, { is: 'closed' }),
    journal(done({ first: TEXT }, { text: TEXT }), replacing),
    { chain: replacing, noteId: null },
    [],
  ],
  [
    'where the next version was refused, the note has the one before',
    after(after(waits, { is: 'closed' }), journal(done({ first: TEXT }, { text: TEXT }), replacing)),
    journal(done({}, { text: TEXT })),
    { noteId: 'n1', chain: undefined, saved: TEXT, origin: { base: TEXT } },
    ['become'],
  ],
  [
    'where the next version was refused after the first had ended, the note has its base',
    after(after(waits, { is: 'closed' }), journal(replacing)),
    journal(),
    {
      noteId: 'n1',
      chain: undefined,
      origin: { base: NOTE, latest: { ...NOTE, isKept: true } },
    },
    ['become'],
  ],
  ['what other records do does not concern a form', ofNote, journal(done()), ofNote, []],
]

for (const [name, state, event, expected, effects] of CASES)
  test(`in a form, ${name}`, () => {
    const next = nextForm(state, event)
    expect(next.state).toMatchObject(expected)
    expect(next.effects.map((effect) => effect.do)).toEqual(effects)
  })
