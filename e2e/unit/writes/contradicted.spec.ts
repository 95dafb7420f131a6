import { expect, test } from '@playwright/test'
import { BLANK, type NoteText } from '@/lib/domain/note'
import type { Write } from '@/lib/offline/record'
import type { StoredRecord, StoredWrite } from '@/lib/offline/stored-record'
import { isContradicted } from '@/lib/writes/contradicted'
import { write as writeOf } from './records'

const BEFORE = { title: 'Plantas', content: 'Riego' }
const AFTER = { title: 'Plantas', content: 'Riego los martes' }

function write(fields: Partial<StoredWrite>, record: Partial<StoredRecord> = {}): Write {
  const known = { noteId: 'n1', text: AFTER, base: BEFORE, ...record }
  return writeOf({ kind: 'replace', decidedAt: 1, doneAt: 2, ...fields }, known)
}

const replaced = (state: Partial<StoredWrite> = {}) => write({ unproven: BEFORE, ...state })

const created = (state: Partial<StoredWrite> = {}, record: Partial<StoredRecord> = {}) =>
  write({ kind: 'create', unproven: BLANK, ...state }, { noteId: null, ...record })

/** Later change of a note that had the same text as the new note. */
const CHANGE = write({ decidedAt: 3 }, { id: 'other', base: AFTER })

const CASES: [name: string, expected: boolean, one: Write, listed: NoteText[], others?: Write[]][] = [
  ['an edit whose note has the text before', true, replaced(), [BEFORE]],
  ['the same, with white space at its ends', true, replaced(), [{ ...BEFORE, content: '\r\nRiego \n' }]],
  ['an edit whose note has the new text', false, replaced(), [AFTER]],
  [
    'an edit of white space that the host takes away',
    false,
    write({ unproven: { ...AFTER, title: ' Plantas' } }),
    [AFTER],
  ],
  ['an edit whose note was changed elsewhere', false, replaced(), [{ ...BEFORE, content: 'Sol' }]],
  ['an edit whose note was deleted elsewhere', false, replaced(), []],
  ['an edit with a proof', false, write({}), [BEFORE]],
  ['an edit that is not done', false, replaced({ doneAt: undefined }), [BEFORE]],
  ['an edit that was taken back since', false, replaced(), [BEFORE], [write({ doneAt: 3 }, { id: 'other' })]],
  ['an edit after another one', true, replaced(), [BEFORE], [write({ doneAt: 1 }, { id: 'other' })]],
  ['a new note whose text is nowhere', true, created(), [BEFORE]],
  ['a new note that is listed', false, created(), [BEFORE, AFTER]],
  [
    'a new note that is listed without the white space at its ends',
    false,
    created({}, { text: { ...AFTER, content: `\n${AFTER.content} ` } }),
    [AFTER],
  ],
  ['a new note whose id is known', false, created({ noteId: 'n2' }), []],
  ['a new note with a proof', false, created({ unproven: undefined }), []],
  ['a note that was created again by an undo, and is nowhere', true, created({ kind: 'restore' }), []],
  ['a deletion', false, created({ kind: 'delete' }), []],
  ['a new note that was opened and changed since', false, created({ equalBefore: 0 }), [], [CHANGE]],
  ['a new note, and another with its text changed since', true, created({ equalBefore: 1 }), [], [CHANGE]],
  ['a new note of an unknown list, and one with its text changed since', true, created(), [], [CHANGE]],
  [
    'a new note, and one with its text changed before',
    true,
    created({ equalBefore: 0 }),
    [],
    [{ ...CHANGE, decidedAt: 1 }],
  ],
]

for (const [name, expected, one, listed, others = []] of CASES)
  test(`${name} is ${expected ? '' : 'not '}contradicted by the list`, () => {
    const notes = listed.map((note, at) => ({ _id: `n${at + 1}`, ...note }))
    expect(isContradicted(one, notes, [one, ...others])).toBe(expected)
  })
