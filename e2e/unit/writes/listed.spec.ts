import { expect, test } from '@playwright/test'
import type { Note } from '@/lib/domain/note'
import { isWrite, type Write } from '@/lib/offline/record'
import { equalNotes, findStored } from '@/lib/writes/find-stored'
import { next } from '@/lib/writes/next'
import { deletion, LATER, TEXT, write } from './records'

const AS_OF = 100_000
const MAX_ATTEMPT_MS = 90_000

const n1: Note = { _id: 'n1', ...TEXT }
const n2: Note = { _id: 'n2', ...TEXT }
const done = (state = {}) => write({ doneAt: AS_OF, noteId: 'n1', ...state })
const unknown = (attemptedAt?: number, state = {}) => write({ isUnknown: true, attemptedAt, ...state })
const doneAs = (noteId: string) => write({ doneAt: AS_OF, noteId })
const asDone = deletion(
  { isUnknown: undefined, doneAt: AS_OF },
  { deleted: { id: 'n1', isRestorable: true } },
)

type End = Write | 'as it is' | 'ended' | 'draft'

const CASES: [name: string, record: Write, notes: Note[], expected: End][] = [
  ['a note that was saved before the list was asked for', done(), [n1], 'ended'],
  ['a note that was saved since', done({ doneAt: AS_OF + 1 }), [], 'as it is'],
  ['a note without an id that is listed', done({ noteId: undefined }), [n1], done({ noteId: 'n1' })],
  [
    'a note without an id and a proof that is nowhere',
    done({ noteId: undefined, unproven: TEXT }),
    [],
    'draft',
  ],
  ['a note without an id, but with a proof, that is nowhere', done({ noteId: undefined }), [], 'ended'],
  ['what waits, not sent yet', write({ waits: true }), [n1], 'as it is'],
  ['an attempt that may be under way', unknown(AS_OF - MAX_ATTEMPT_MS), [n1], 'as it is'],
  ['an attempt that has ended, and is listed', unknown(AS_OF - MAX_ATTEMPT_MS - 1), [n1], doneAs('n1')],
  ['an attempt that has ended, and is not listed', unknown(AS_OF - MAX_ATTEMPT_MS - 1), [], 'as it is'],
  ['an attempt that is listed, and has a later text', unknown(1, { first: TEXT }), [n1], 'as it is'],
  ['an attempt after which nothing is known to be under way', unknown(), [n1], doneAs('n1')],
  [
    'a replacement without an answer',
    write({ kind: 'replace', isUnknown: true }, { noteId: 'n1' }),
    [n1],
    'as it is',
  ],
  ['a delete without an answer whose note is gone', deletion({ isUnknown: true }), [], asDone],
  ['a delete without an answer whose note is there', deletion({ isUnknown: true }), [n1], 'ended'],
  ['a delete that can be undone', deletion({ doneAt: 20 }), [], 'as it is'],
  ['a delete whose note is there again', deletion({ doneAt: 20 }), [n1], 'ended'],
  ['a delete that can no longer be undone', deletion({ doneAt: 20, isUndoable: undefined }), [], 'ended'],
  ['a delete that was never sent', deletion(), [], 'ended'],
  ['an undo whose note is there', deletion({ kind: 'restore', doneAt: 20 }), [n1], 'ended'],
  [
    'an undo without an answer whose note is not there',
    deletion({ kind: 'restore', isUnknown: true }),
    [],
    'as it is',
  ],
  ['an undo that has made another note', deletion({ kind: 'restore', isUnknown: true }), [n2], 'ended'],
  [
    'an undo that was refused, and whose note was written again',
    deletion({ kind: 'restore' }),
    [n2],
    'ended',
  ],
  ['an undo that was refused', deletion({ kind: 'restore' }), [], 'as it is'],
  ['a note of an import', write({ isImported: true, isUnknown: true }), [], 'ended'],
  ['an erasure without an answer', deletion({ kind: 'erase', isUnknown: true }), [], 'ended'],
  ['an emptied trash', deletion({ kind: 'empty', doneAt: 20 }), [], 'ended'],
]

for (const [name, record, notes, expected] of CASES)
  test(`a complete list settles ${name}`, () => {
    const list = { notes, asOf: AS_OF, keepsKeys: false }
    const after = next(record, { is: 'listed', list }, [record]).record
    if (expected === 'as it is') expect(after).toBe(record)
    else if (expected === 'draft') expect(after && isWrite(after)).toBe(false)
    else expect(after).toEqual(expected === 'ended' ? null : expected)
  })

const FOUND: [name: string, record: Write, notes: Note[], id: string | undefined][] = [
  ['a creation whose text is there', write(), [n1], 'n1'],
  ['a creation whose text was there once before', write({ equalBefore: 1 }), [n1], undefined],
  ['a creation whose text is there once more than before', write({ equalBefore: 1 }), [n1, n2], 'n1'],
  [
    'a creation whose text the host has trimmed',
    write({}, { text: { title: 'Plantas ', content: 'Riego\n' } }),
    [n1],
    'n1',
  ],
  ['a creation by its first text', write({ first: TEXT }, { text: LATER }), [n1], 'n1'],
  ['a replacement', write({ kind: 'replace' }, { noteId: 'n1' }), [n1], undefined],
  ['a restored note by its id', deletion({ kind: 'restore', isUndoable: undefined }), [n1], 'n1'],
  [
    'a note that the trash has not restored',
    deletion({ kind: 'restore', isUndoable: undefined }),
    [n2],
    undefined,
  ],
  ['a note that the undo has created again', deletion({ kind: 'restore' }), [n2], 'n2'],
]

for (const [name, record, notes, id] of FOUND)
  test(`in a list is found: ${name}`, () => {
    expect(findStored(notes, record, false)?.noteId).toBe(id)
  })

test('equal texts are counted as a form would show them', () => {
  expect(equalNotes([n1, n2, { _id: 'n3', ...LATER }], { ...TEXT, title: 'Plan\ntas' })).toHaveLength(2)
})

test('a host that keeps keys tells by itself whether it has created a note', () => {
  expect(findStored([n1], write(), true)).toBeUndefined()
  expect(findStored([n1], write({ isUnknown: true, isStored: true }), true)?.noteId).toBe('n1')
  expect(findStored([n1], write({ isUnknown: true, isKeyless: true }), true)?.noteId).toBe('n1')
  expect(findStored([n1], write({ equalBefore: 0 }), true)?.noteId).toBe('n1')
})
