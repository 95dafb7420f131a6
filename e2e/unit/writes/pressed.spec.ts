import { expect, test } from '@playwright/test'
import { NotFromHost } from '@/lib/api/answer'
import { ApiError } from '@/lib/api/api-error'
import { isWrite, type Restoration, type Write } from '@/lib/offline/record'
import { asDeletion, asRestoration, withText } from '@/lib/writes/new-write'
import { next, type Sent } from '@/lib/writes/next'
import { judge } from '@/lib/writes/outcome'
import { deletion, LATER, TEXT, write } from './records'

const PRESSED_AT = 20

const replacement = (fields = {}) => write({ kind: 'replace', ...fields }, { noteId: 'n1' })
const restoration = (fields = {}) => deletion({ kind: 'restore', ...fields }) as Restoration

const press = (known: Write, pressed: Write) =>
  next(known, { is: 'pressed', write: pressed, at: PRESSED_AT }, [known])

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
  [
    'a creation with another text, whose id is missing',
    false,
    write({ doneAt: 15 }),
    write({}, { text: LATER }),
  ],
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
  ['a creation that has found its note in the trash', true, deletion({ doneAt: 15 }), write()],
]

for (const [name, expected, known, pressed] of DONE_ALREADY)
  test(`${name} is ${expected ? '' : 'not '}what the press asks for`, () => {
    expect(press(known, pressed).send === undefined).toBe(expected)
  })

const first = { first: TEXT, isUnknown: true, waits: true }

const WITH_TEXT: [name: string, known: Write, text: typeof TEXT, expected: object][] = [
  ['the same text waits again', write({ isConflict: true }), TEXT, write({ waits: true })],
  [
    'a creation that was not sent has the later text',
    write(),
    LATER,
    write({ waits: true }, { text: LATER }),
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
    { ...replacement({ isUnknown: true, waits: true }), text: LATER },
  ],
]

for (const [name, known, text, expected] of WITH_TEXT)
  test(`pressed again: ${name}`, () => {
    expect(withText(known, text)).toEqual(expected)
  })

const ATTEMPTS = { key: 'first', attemptedAt: 12, isKeyless: true, isUnknown: true }
const SENT = { mine: TEXT, merged: LATER }

test('a record that is pressed again keeps its key and its attempts', () => {
  const [known, again] = [
    replacement({ ...ATTEMPTS, sent: SENT }),
    replacement({ key: 'second', waits: true }),
  ]
  expect(press(known, again).send).toMatchObject({
    key: 'first',
    sent: SENT,
    state: { is: 'unknown', attemptedAt: 12, isKeyless: true, waits: true },
  })
})

test('the undo of a delete has a key of its own', () => {
  const undo = restoration({ key: 'second' })
  expect(press(deletion({ key: 'first' }), undo).send).toEqual(undo)
})

test('what is about to be sent may be done from then on', () => {
  const { record } = next(replacement({ waits: true }), { is: 'attempted', at: 15, sent: SENT }, [])
  expect(record).toMatchObject({ sent: SENT, state: { is: 'unknown', waits: true, attemptedAt: 15 } })
})

type Failed = Extract<Sent, { error: unknown }>

/** Result of a call that was made. */
function failed(status?: number, { hasBegun = true, wasUnknown = false } = {}): Failed {
  const error = new ApiError('', { status })
  return { is: judge(error), error, hasBegun, wasUnknown }
}

const conflict: Sent = { is: 'conflict', conflict: { theirs: LATER, merged: LATER } }
const attempted = { isUnknown: true, attemptedAt: 12 }
const hidden = restoration({ hiddenAt: 12, ...attempted })
const inTrash = { ...hidden, deleted: { id: 'n1', isRestorable: true } }

type After = Write | 'draft' | 'ended'

const sentBy = (by: 'press' | 'itself', record: Write, sent: Sent, lastDoneAt = 0) =>
  next(record, { is: 'sent', sent, by, at: 30, lastDoneAt }, [record]).record

function expectAfter(record: ReturnType<typeof sentBy>, expected: After): void {
  if (expected === 'draft') expect(record && isWrite(record)).toBe(false)
  else expect(record).toEqual(expected === 'ended' ? null : expected)
}

const stored = write({ first: TEXT, isUnknown: true, waits: true, isStored: true }, { text: LATER })
const notThere = { ...failed(404, { wasUnknown: true }), hasBegun: false }

const ENDS: [name: string, record: Write, sent: Sent, expected: After][] = [
  [
    'a creation without an answer waits',
    write({ waits: true, ...attempted }),
    failed(),
    write({ waits: true, isUnknown: true }),
  ],
  [
    'a creation that was not sent waits',
    write({ waits: true }),
    { ...failed(), hasBegun: false },
    write({ waits: true }),
  ],
  [
    'a creation after 502 waits',
    write({ waits: true, ...attempted }),
    failed(502),
    write({ waits: true, isUnknown: true }),
  ],
  [
    'a creation after 504 waits, and may be under way',
    write({ waits: true, ...attempted }),
    failed(504),
    write({ waits: true, ...attempted }),
  ],
  [
    'a creation after 500 is unknown, and does not wait',
    write({ waits: true, ...attempted }),
    failed(500),
    write({ isUnknown: true, pages: { count: 1, since: 30 } }),
  ],
  [
    'an earlier attempt goes on waiting if nothing was sent',
    write({ waits: true, isUnknown: true }),
    {
      is: 'later',
      error: new Error('An earlier attempt may be under way'),
      hasBegun: false,
      wasUnknown: true,
    },
    write({ waits: true, isUnknown: true }),
  ],
  ['a creation after 413 is a draft', write({ waits: true, ...attempted }), failed(413), 'draft'],
  ['a later text whose first is no longer there is a draft', stored, notThere, 'draft'],
  [
    'an earlier attempt stays unknown after 429',
    write({ waits: true, ...attempted }),
    failed(429, { wasUnknown: true }),
    write({ isUnknown: true }),
  ],
  ['a replacement in conflict is a draft', replacement({ waits: true }), conflict, 'draft'],
  ['a deletion that failed ends', deletion(attempted), failed(403), 'ended'],
  ['a deletion without an answer stays', deletion(attempted), failed(), deletion({ isUnknown: true })],
  ['an undo that failed is the deletion again', inTrash, failed(403), asDeletion(inTrash)],
  [
    'an undo with the only copy of its text is kept though it failed',
    hidden,
    failed(403),
    restoration({ hiddenAt: 12 }),
  ],
  ['an undo without an answer stays', hidden, failed(), restoration({ hiddenAt: 12, isUnknown: true })],
  ['a restore from the trash that failed ends', restoration(attempted), failed(403), 'ended'],
  ['an erasure that failed ends', deletion({ kind: 'erase', ...attempted }), failed(403), 'ended'],
]

for (const [name, record, sent, expected] of ENDS)
  test(`after a press without success: ${name}`, () => {
    expectAfter(sentBy('press', record, sent), expected)
  })

function page(status: number): Failed {
  const answer = { ok: false, redirected: false, status, statusText: '', text: '<p>', body: undefined }
  const error = new NotFromHost({ ...answer, headers: new Headers() })
  return { is: 'unknown', error, hasBegun: true, wasUnknown: false }
}

const waiting = (fields = {}) => write({ waits: true, ...attempted, ...fields })
const pages = (count: number) => ({ count, since: 25 })

const RESENT: [name: string, record: Write, sent: Sent, lastDoneAt: number, expected: After][] = [
  ['waits on without an answer', waiting(), failed(), 0, write({ waits: true, isUnknown: true })],
  ['waits on after 401', waiting(), failed(401), 0, write({ waits: true })],
  [
    'waits on after 500, which is counted',
    waiting(),
    failed(500),
    0,
    write({ waits: true, isUnknown: true, pages: { count: 1, since: 30 } }),
  ],
  ['is a draft if the host fails at it alone', waiting({ pages: pages(4) }), failed(500), 25, 'draft'],
  [
    'waits on if the look-up of an earlier attempt fails',
    write({ waits: true, isUnknown: true, pages: pages(4) }),
    failed(500, { hasBegun: false, wasUnknown: true }),
    25,
    write({ waits: true, isUnknown: true }),
  ],
  [
    'waits on if the look-up of an earlier attempt is refused',
    write({ waits: true, isUnknown: true }),
    failed(403, { hasBegun: false, wasUnknown: true }),
    0,
    write({ waits: true, isUnknown: true }),
  ],
  ['is a draft if it is refused', waiting(), failed(413), 0, 'draft'],
  ['is a draft if its first text is no longer there', stored, notThere, 0, 'draft'],
  ['is a draft if its note is gone', replacement({ waits: true, ...attempted }), failed(404), 0, 'draft'],
  [
    'is asked about if it conflicts',
    replacement({ waits: true }),
    conflict,
    0,
    replacement({ isConflict: true }),
  ],
  [
    'counts the pages that answer it',
    waiting({ pages: pages(3) }),
    page(403),
    40,
    write({ waits: true, isUnknown: true, pages: pages(4) }),
  ],
  ['is a draft if a page answers it alone', waiting({ pages: pages(4) }), page(403), 25, 'draft'],
  [
    'waits on if a page answers all',
    waiting({ pages: pages(4) }),
    page(403),
    24,
    write({ waits: true, isUnknown: true, pages: pages(5) }),
  ],
  [
    'forgets the pages once the host answers',
    waiting({ pages: pages(4) }),
    failed(429),
    40,
    write({ waits: true }),
  ],
]

for (const [name, record, sent, lastDoneAt, expected] of RESENT)
  test(`sent again by itself, Guardar ${name}`, () => {
    expectAfter(sentBy('itself', record, sent, lastDoneAt), expected)
  })

test('a text that is refused is a draft with the reason of the host', () => {
  const error = new ApiError('', { status: 422, hostMessage: 'El texto es demasiado largo.' })
  const sent: Sent = { is: 'refused', error, hasBegun: true, wasUnknown: false }
  expect(sentBy('itself', waiting(), sent)).toMatchObject({
    text: TEXT,
    refusal: 'El texto es demasiado largo.',
  })
})

test('a delete and its undo are one record, which remembers when the note was hidden', () => {
  const undo = asRestoration(deletion({ doneAt: 15 }) as Restoration, 2)
  expect(undo).toMatchObject({ id: 'deleted-n1', kind: 'restore', hiddenAt: 15, equalBefore: 2 })
  expect(undo.state.is).toBe('decided')
  expect(asRestoration(undo, 7)).toMatchObject({ hiddenAt: 15, equalBefore: 2 })
  expect(asDeletion(undo)).toMatchObject({ id: 'deleted-n1', kind: 'delete', state: { is: 'done', at: 15 } })
})
