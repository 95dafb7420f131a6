import { expect, test } from '@playwright/test'
import { BLANK } from '@/lib/domain/note'
import type { Write } from '@/lib/offline/record'
import { apply, showWrite } from '@/lib/writes/apply'
import { findWrite, getWrites, readJournal } from '@/lib/writes/journal'
import { next } from '@/lib/writes/next'
import type { Result } from '@/lib/writes/outcome'
import { startBrowser, storedRecords } from './browser'
import { deletion, LATER, TEXT, write } from './records'

const ATTEMPTED = { isUnknown: true, waits: true, attemptedAt: 15 }
const RESULT = { noteId: 'n1', etag: '"1"' }

const done = (one: Write, result: Result, writes: Write[] = [one]) =>
  next(one, { is: 'sent', sent: { is: 'done', result }, by: 'press', at: 20, lastDoneAt: 0 }, writes)

test('a creation is done with what the host has told', () => {
  const step = done(write(ATTEMPTED), RESULT)
  expect(step).toEqual({ record: write({ doneAt: 20, ...RESULT }), isSaved: true })
})

test('a creation with a later text is done with the first, and the later one replaces it', () => {
  const { record, send, also } = done(write({ ...ATTEMPTED, first: TEXT }, { text: LATER }), RESULT)
  expect(record).toMatchObject({ text: TEXT, state: { is: 'done', ...RESULT } })
  expect(send).toMatchObject({
    id: 'write-next',
    kind: 'replace',
    noteId: 'n1',
    text: LATER,
    base: { ...TEXT, etag: '"1"' },
    state: { is: 'decided', waits: true },
  })
  expect(also).toEqual([send])
})

test('a creation with a later text whose id was not told goes on waiting for it', () => {
  const { record, send } = done(write({ ...ATTEMPTED, first: TEXT }, { text: LATER }), {})
  expect(send).toBeUndefined()
  expect(record).toEqual(
    write({ first: TEXT, isUnknown: true, waits: true, isStored: true }, { text: LATER }),
  )
})

test('a creation whose note lies in the trash is a deletion of its first text, which cannot be undone', () => {
  const { record } = done(write({ ...ATTEMPTED, first: TEXT }, { text: LATER }), {
    noteId: 'n1',
    isInTrash: true,
  })
  expect(record).toMatchObject({
    kind: 'delete',
    text: TEXT,
    deleted: { id: 'n1' },
    state: { is: 'done', at: 20 },
  })
  expect(record).not.toHaveProperty('isUndoable')
})

test('a delete that is done takes the offer of earlier ones, with their texts', () => {
  const earlier = deletion({ doneAt: 15 }, { id: 'deleted-n2', deleted: { id: 'n2', isRestorable: true } })
  const one = deletion(ATTEMPTED)
  const { record, also } = done(one, { isInTrash: true }, [one, earlier])
  expect(record).toMatchObject({ text: TEXT, isUndoable: true, deleted: { id: 'n1', isRestorable: true } })
  expect(also).toEqual([{ ...earlier, text: BLANK, isUndoable: undefined }])
})

test('a delete whose answer was late leaves the offer of a later one', () => {
  const later = deletion({ decidedAt: 12, doneAt: 15 }, { id: 'deleted-n2' })
  const one = deletion(ATTEMPTED)
  expect(done(one, { isInTrash: true }, [one, later]).also).toEqual([])
})

for (const [what, doneAt, text] of [
  ['has the text that was saved by itself after Eliminar was pressed', 11, LATER],
  ['has the text of its card if another was saved by itself before', 10, TEXT],
] as const)
  test(`the undo of a delete ${what}`, () => {
    const saved = write({ kind: 'replace', doneAt }, { id: 'saved', noteId: 'n1', text: LATER })
    expect(done(deletion(ATTEMPTED), {}, [saved]).record).toMatchObject({ text })
  })

for (const kind of ['erase', 'empty'] as const)
  test(`a record ends as soon as it is done: ${kind}`, () => {
    expect(done(deletion({ kind, ...ATTEMPTED }), {}).record).toBeNull()
  })

test('what is done is stored in one transaction, and the drafts of its text go', async () => {
  const draft = { id: 'draft', user: 'ana', noteId: null, text: TEXT, base: BLANK, writtenAt: 5 }
  await startBrowser([draft, { ...draft, id: 'other', text: LATER }])
  await readJournal()
  const one = write({ ...ATTEMPTED, first: TEXT }, { text: LATER })
  await apply(one, done(one, RESULT))
  expect(findWrite('write')?.state).toMatchObject({ is: 'done', noteId: 'n1' })
  expect((await storedRecords()).map(({ id }) => id)).toEqual(['other', 'write-next', 'write'])
})

test('a delete can be stored without being shown: its card fades first', async () => {
  await startBrowser()
  const one = deletion(ATTEMPTED)
  showWrite(one)
  await apply(one, done(one, {}), { isShown: false })
  expect(getWrites()).toEqual([one])
  expect((await storedRecords())[0]?.write?.doneAt).toBe(20)
})

test('a record that ends is gone from the browser', async () => {
  const one = write({ doneAt: 20 })
  await startBrowser()
  await apply(one, { record: one })
  await apply(findWrite('write') ?? one, { record: null })
  expect(getWrites()).toEqual([])
  expect(await storedRecords()).toEqual([])
})
