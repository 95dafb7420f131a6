import { expect, test } from '@playwright/test'
import { isUnsaved, isWaiting, type Write } from '@/lib/offline/record'
import { isShownInStrip, offersUndo, shown } from '@/lib/writes/shown'
import { deletion, LATER, TEXT, write } from './records'

const AS_OF = 100
const n1 = { _id: 'n1', ...TEXT }
const n2 = { _id: 'n2', title: 'Otra', content: '' }
const created = { _id: 'n3', ...LATER }

const saved = (doneAt: number, noteId = 'n3', text = LATER) => write({ doneAt, noteId }, { text })

const SHOWN: [name: string, writes: Write[], cards: object[]][] = [
  ['nothing was decided', [], [n1, n2]],
  ['a note was created since', [saved(101)], [created, n1, n2]],
  ['a note was created before', [saved(AS_OF)], [n1, n2]],
  ['a note was created, and its id is not known', [write({ doneAt: 101 })], [n1, n2]],
  ['a creation waits', [write({ waits: true })], [n1, n2]],
  ['a note was replaced since', [saved(101, 'n2')], [{ _id: 'n2', ...LATER }, n1]],
  ['a note was deleted since', [deletion({ doneAt: 101 })], [n2]],
  ['a delete has no answer', [deletion({ isUnknown: true })], [n1, n2]],
  ['a delete is being undone', [deletion({ kind: 'restore', hiddenAt: 101 })], [n2]],
  [
    'a delete was undone',
    [deletion({ kind: 'restore', hiddenAt: 101, doneAt: 102, noteId: 'n1' })],
    [n1, n2],
  ],
  [
    'an undo has given the note another id',
    [deletion({ kind: 'restore', hiddenAt: 101, doneAt: 102, noteId: 'n4' })],
    [{ _id: 'n4', ...TEXT }, n2],
  ],
  [
    'a note was created and then deleted',
    [deletion({ doneAt: 102 }, { deleted: { id: 'n3', isRestorable: true } }), saved(101)],
    [n1, n2],
  ],
  [
    'a deleted note was saved again',
    [saved(102, 'n1'), deletion({ doneAt: 101 })],
    [{ _id: 'n1', ...LATER }, n2],
  ],
  ['a note of the trash was erased', [deletion({ kind: 'erase', doneAt: 101 })], [n1, n2]],
  ['the trash was emptied', [deletion({ kind: 'empty', doneAt: 101 })], [n1, n2]],
]

for (const [name, writes, cards] of SHOWN)
  test(`which cards the list shows after ${name}`, () => {
    expect(shown({ notes: [n1, n2], asOf: AS_OF }, writes)).toEqual(cards)
  })

type Kind = { undo: boolean; waits: boolean; unsaved: boolean }

const KINDS: [name: string, record: Write, Kind][] = [
  ['a deletion that is done', deletion({ doneAt: 1 }), { undo: true, waits: false, unsaved: false }],
  [
    'a deletion without an answer',
    deletion({ isUnknown: true }),
    { undo: false, waits: false, unsaved: false },
  ],
  [
    'a deletion whose list was left',
    deletion({ doneAt: 1, isUndoable: undefined }),
    { undo: false, waits: false, unsaved: false },
  ],
  [
    'an undo under way',
    deletion({ kind: 'restore', hiddenAt: 1 }),
    { undo: true, waits: false, unsaved: false },
  ],
  [
    'an undo that is done',
    deletion({ kind: 'restore', hiddenAt: 1, doneAt: 2 }),
    { undo: false, waits: false, unsaved: false },
  ],
  ['Guardar that waits', write({ waits: true }), { undo: false, waits: true, unsaved: false }],
  ['Guardar that is done', write({ waits: true, doneAt: 1 }), { undo: false, waits: false, unsaved: false }],
  ['Guardar that no longer waits', write({ isUnknown: true }), { undo: false, waits: false, unsaved: true }],
  ['a conflict', write({ isConflict: true }), { undo: false, waits: false, unsaved: true }],
  ['a note of an import', write({ isImported: true }), { undo: false, waits: false, unsaved: false }],
]

for (const [name, record, kind] of KINDS)
  test(`${name}: what the strips say`, () => {
    const found = { undo: offersUndo(record), waits: isWaiting(record), unsaved: isUnsaved(record) }
    expect(found).toEqual(kind)
    expect(isShownInStrip(record)).toBe(kind.undo || kind.waits)
  })
