import { expect, test } from '@playwright/test'
import { ApiError } from '@/lib/api/api-error'
import type { Write } from '@/lib/offline/record'
import { asDeletion, asRestoration } from '@/lib/writes/new-write'
import type { Outcome } from '@/lib/writes/outcome'
import { endOfPress, isDoneAlready, withAttemptsOf, withText } from '@/lib/writes/press-rules'
import { deletion, LATER, TEXT, write } from './records'

const PRESSED_AT = 20

const replacement = (state = {}) => write({ kind: 'replace', ...state }, { noteId: 'n1' })
const restoration = (state = {}) => deletion({ kind: 'restore', ...state })

const DONE_ALREADY: [name: string, expected: boolean, known: Write, pressed: Write][] = [
  ['a creation that is done', true, write({ doneAt: 15 }), write()],
  ['a creation that is not done', false, write({ isUnknown: true }), write()],
  ['a replacement that is done', true, replacement({ doneAt: 15 }), replacement()],
  ['a creation, pressed as a replacement', false, write({ doneAt: 15 }), replacement()],
  [
    'a creation with a later text, whose id is known',
    true,
    write({ doneAt: 15, noteId: 'n1' }),
    write({ first: TEXT }),
  ],
  ['a creation with a later text, whose id is missing', false, write({ doneAt: 15 }), write({ first: TEXT })],
  ['a deletion before the press', false, deletion({ doneAt: PRESSED_AT }), deletion()],
  ['a deletion after the press, in another tab', true, deletion({ doneAt: PRESSED_AT + 1 }), deletion()],
  ['an undo that is done', true, restoration({ doneAt: 15 }), restoration()],
  [
    'a restore from the trash before the press',
    false,
    restoration({ doneAt: 15, isUndoable: undefined }),
    restoration({ isUndoable: undefined }),
  ],
  [
    'a restore from the trash since the press',
    true,
    restoration({ doneAt: 21 }),
    restoration({ isUndoable: undefined }),
  ],
  ['an undo, pressed as a delete', false, restoration({ doneAt: 21 }), deletion()],
]

for (const [name, expected, known, pressed] of DONE_ALREADY)
  test(`${name} is ${expected ? '' : 'not '}what the press asks for`, () => {
    expect(isDoneAlready(known, pressed, PRESSED_AT)).toBe(expected)
  })

const first = { first: TEXT, isUnknown: true, waits: true, doneAt: undefined, isConflict: undefined }

const WITH_TEXT: [name: string, known: Write, text: typeof TEXT, expected: object][] = [
  [
    'the same text waits again',
    write({ isUnknown: true, isConflict: true }),
    TEXT,
    write({ isUnknown: true, waits: true, isConflict: undefined }),
  ],
  [
    'a creation that was not sent has the later text',
    write(),
    LATER,
    write({ waits: true, isConflict: undefined }, { text: LATER }),
  ],
  [
    'a creation that may be done is created first',
    write({ isUnknown: true }),
    LATER,
    write({ ...first, isStored: undefined }, { text: LATER }),
  ],
  [
    'a creation that is done is replaced',
    write({ doneAt: 15 }),
    LATER,
    write({ ...first, isStored: true }, { text: LATER }),
  ],
  [
    'the first text stays at a third',
    write({ isUnknown: true, first: TEXT }, { text: LATER }),
    { ...LATER, title: 'Tercera' },
    write({ ...first, isStored: undefined }, { text: { ...LATER, title: 'Tercera' } }),
  ],
  [
    'a replacement that may be done has the later text',
    replacement({ isUnknown: true }),
    LATER,
    { ...replacement({ isUnknown: true, waits: true, isConflict: undefined }), text: LATER },
  ],
]

for (const [name, known, text, expected] of WITH_TEXT)
  test(`pressed again: ${name}`, () => {
    expect(withText(known, text)).toStrictEqual(expected)
  })

const ATTEMPTS = { key: 'first', attemptedAt: 12, isUnknown: true, sent: { mine: TEXT, merged: LATER } }

test('a record that is pressed again keeps its key and its attempts', () => {
  expect(withAttemptsOf(write(ATTEMPTS), write({ key: 'second' })).write).toMatchObject(ATTEMPTS)
})

test('the undo of a delete has a key of its own', () => {
  expect(withAttemptsOf(deletion({ key: 'first' }), restoration({ key: 'second' })).write.key).toBe('second')
  expect(withAttemptsOf(undefined, write()).write.key).toBe('key')
})

type Failed = Exclude<Outcome, { is: 'done' }>
const failed = (status?: number): Failed => ({ is: 'unknown', error: new ApiError('', { status }) })
const conflict: Failed = { is: 'conflict', conflict: { theirs: LATER, merged: LATER } }
const hidden = restoration({ hiddenAt: 12 })

const ENDS: [
  name: string,
  record: Write,
  outcome: Failed,
  expected: ReturnType<typeof endOfPress> | 'as it is',
][] = [
  ['a creation without an answer waits', write({ waits: true, isUnknown: true }), failed(), 'as it is'],
  ['a creation that was not sent, without an answer, waits', write({ waits: true }), failed(), 'as it is'],
  ['a creation after 502 waits', write({ waits: true, isUnknown: true }), failed(502), 'as it is'],
  [
    'a creation after 500 is unknown, and does not wait',
    write({ waits: true, isUnknown: true }),
    failed(500),
    write({ isUnknown: true, waits: undefined }),
  ],
  ['a creation after 413 is a draft', write({ waits: true }), failed(413), 'draft'],
  ['a replacement in conflict is a draft', replacement({ waits: true }), conflict, 'draft'],
  [
    'an earlier attempt in conflict stays unknown',
    replacement({ waits: true, isUnknown: true }),
    conflict,
    replacement({ waits: undefined, isUnknown: true }),
  ],
  ['a deletion that failed ends', deletion(), failed(403), 'ended'],
  ['a deletion without an answer stays', deletion({ isUnknown: true }), failed(), 'as it is'],
  ['an undo that failed is the deletion again', hidden, failed(403), asDeletion(hidden)],
  ['an undo without an answer stays', restoration({ hiddenAt: 12, isUnknown: true }), failed(), 'as it is'],
  ['a restore from the trash that failed ends', restoration(), failed(403), 'ended'],
  ['an erasure that failed ends', deletion({ kind: 'erase' }), failed(403), 'ended'],
]

for (const [name, record, outcome, expected] of ENDS)
  test(`after a press without success: ${name}`, () => {
    expect(endOfPress(record, outcome)).toStrictEqual(expected === 'as it is' ? record : expected)
  })

test('a delete and its undo are one record, which remembers when the note was hidden', () => {
  const undo = asRestoration(deletion({ doneAt: 15 }), 2)
  expect(undo).toMatchObject({ id: 'deleted-n1', write: { kind: 'restore', hiddenAt: 15, equalBefore: 2 } })
  expect(undo.write.doneAt).toBeUndefined()
  expect(asRestoration(undo, 7).write).toMatchObject({ hiddenAt: 15, equalBefore: 2 })
  expect(asDeletion(undo)).toMatchObject({ id: 'deleted-n1', write: { kind: 'delete', doneAt: 15 } })
})
