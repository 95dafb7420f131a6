import { expect, test } from '@playwright/test'
import { BLANK } from '@/lib/domain/note'
import { backUp } from '@/lib/drafts/write-drafts'
import { reconcileDrafts } from '@/lib/notes/reconcile-drafts'
import type { Draft } from '@/lib/offline/record'
import { readJournal } from '@/lib/writes/journal'
import { startBrowser, storedRecords, withoutDatabase } from './browser'
import { deletion, LATER, TEXT, write } from './records'

const n1 = { _id: 'n1', ...TEXT }
const n2 = { _id: 'n2', title: 'Otra', content: '' }

function draft(record: Partial<Draft> = {}): Draft {
  return { id: 'draft', user: 'ana', noteId: 'n1', text: LATER, base: TEXT, writtenAt: 5, ...record }
}

const formerly = { noteId: 'n1', base: TEXT }
const orphan = draft({ noteId: null, base: BLANK, formerly })

const CREATION = write({ isUnknown: true })
const FOLLOWER = draft({ noteId: null, follows: 'write' })

const REFUSED = draft({ id: 'write-next', writtenAt: 4 })

type Seen = 'before the list' | 'since'

const CASES: [name: string, records: Draft[], notes: (typeof n1)[], seen: Seen, expected: object[]][] = [
  ['a draft of a note', [draft()], [n1], 'before the list', [{ id: 'draft', noteId: 'n1' }]],
  ['a draft of a new note', [draft({ noteId: null })], [n1], 'before the list', [{ id: 'draft' }]],
  ['a draft that its note has by now', [draft({ text: TEXT })], [n1], 'before the list', []],
  ['a draft of a new note that the list has', [draft({ noteId: null, text: TEXT })], [n1], 'since', []],
  [
    'a draft that another note has',
    [draft({ text: TEXT })],
    [
      { ...n1, _id: 'n2' },
      { ...n2, _id: 'n1' },
    ],
    'since',
    [{ noteId: 'n1' }],
  ],
  [
    'a draft of a note that is gone',
    [draft()],
    [n2],
    'before the list',
    [{ id: 'new-draft-5', noteId: null, base: BLANK, formerly }],
  ],
  [
    'a draft of a note that may be newer than the list',
    [draft()],
    [n2],
    'since',
    [{ id: 'draft', noteId: 'n1' }],
  ],
  ['a draft whose note is there again', [orphan], [n1], 'since', [{ id: 'draft', noteId: 'n1', base: TEXT }]],
  [
    'a draft that follows a creation that the list has',
    [CREATION, FOLLOWER],
    [n1],
    'since',
    [{ noteId: 'n1' }],
  ],
  [
    'a draft that follows a copy of a note that the list has',
    [write({ isUnknown: true, equalBefore: 1 }), FOLLOWER],
    [n1],
    'since',
    [{ id: 'draft', noteId: null }],
  ],
  [
    'a draft that follows a creation whose next version was refused',
    [{ ...FOLLOWER, base: LATER }, REFUSED],
    [n1],
    'since',
    [{ id: 'draft', noteId: 'n1', base: TEXT }],
  ],
  [
    'a draft that follows what was refused, and goes on from another text',
    [
      { ...FOLLOWER, follows: 'write-next' },
      { ...REFUSED, text: n2, base: n2 },
    ],
    [n1],
    'since',
    [{ id: 'draft', noteId: 'n1', base: BLANK }],
  ],
  ['a draft whose note is still gone', [orphan], [n2], 'since', [{ id: 'draft', noteId: null }]],
  [
    'a draft whose note has another id since its undo',
    [orphan, deletion({ kind: 'restore', noteId: 'n2', doneAt: 9 })],
    [n2],
    'since',
    [{ id: 'draft', noteId: 'n2' }],
  ],
  [
    'two drafts of one note',
    [draft({ writtenAt: 6 }), draft({ id: 'older' })],
    [n1],
    'since',
    [{ id: 'draft' }],
  ],
  [
    'a draft that waits as well',
    [draft(), write({ waits: true }, { noteId: 'n1', text: LATER })],
    [n1],
    'since',
    [],
  ],
  [
    'a draft that goes beyond what waits',
    [draft(), write({ waits: true }, { noteId: 'n1' })],
    [n1],
    'since',
    [{ id: 'draft' }],
  ],
  [
    'a write that no longer waits',
    [write({ isUnknown: true }, { text: LATER })],
    [n1],
    'since',
    [{ id: 'write' }],
  ],
]

for (const [name, records, notes, seen, expected] of CASES)
  test(`what the list offers of ${name}`, async () => {
    await startBrowser(records)
    const read = await readJournal()
    const at = seen === 'since' ? 0 : Infinity
    const offered = await reconcileDrafts(read, { notes, openedAt: at, currentAt: at, isLatest: true })
    expect(offered).toMatchObject(expected)
    expect(offered).toHaveLength(expected.length)
  })

test('a draft that is saved is removed only if it was seen before the list was opened', async () => {
  for (const [openedAt, ids] of [
    [0, ['draft']],
    [Infinity, []],
  ] as const) {
    await startBrowser([draft({ text: TEXT })])
    const list = { notes: [n1], openedAt, currentAt: openedAt, isLatest: true }
    await reconcileDrafts(await readJournal(), list)
    // The removal has begun its transaction, which this one waits for.
    expect((await storedRecords()).map(({ id }) => id)).toEqual(ids)
  }
})

for (const list of [
  { notes: undefined, isLatest: true },
  { notes: [n2], isLatest: false },
])
  test(`without a fresh list drafts stay as they are: ${JSON.stringify(list)}`, async () => {
    await startBrowser([draft()])
    const read = await readJournal()
    expect(await reconcileDrafts(read, { ...list, openedAt: Infinity, currentAt: Infinity })).toEqual([
      draft(),
    ])
  })

test('without a database, localStorage has what the list changes', async () => {
  await startBrowser()
  backUp(orphan)
  await withoutDatabase(async () => {
    const list = { notes: [n1], openedAt: 0, currentAt: 0, isLatest: true }
    const returned = { id: 'draft', noteId: 'n1', base: TEXT }
    expect(await reconcileDrafts(await readJournal(), list)).toMatchObject([returned])
    expect(await readJournal()).toMatchObject([returned])
  })
})
