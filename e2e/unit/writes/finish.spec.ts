import { expect, test } from '@playwright/test'
import { BLANK } from '@/lib/domain/note'
import type { Draft, Write } from '@/lib/offline/record'
import { finish } from '@/lib/writes/finish'
import { findWrite, getWrites, readJournal } from '@/lib/writes/journal'
import { startBrowser, storedRecords } from './browser'
import { deletion, LATER, TEXT, write } from './records'

const DONE = { doneAt: 20, noteId: 'n1', etag: '"1"' }

async function finished(one: Write, others: Draft[] = [], isShown = true) {
  await startBrowser([one, ...others])
  await readJournal()
  return finish(one, isShown)
}

test('a creation that is done is stored and shown, and the drafts of its text go', async () => {
  const draft = { id: 'draft', user: 'ana', noteId: null, text: TEXT, base: BLANK, writtenAt: 5 }
  const other = { ...draft, id: 'other', text: LATER }
  const { done, next } = await finished(write(DONE), [draft, other])
  expect(done.write).toMatchObject({ kind: 'create', ...DONE })
  expect(next).toBeUndefined()
  expect(findWrite('write')?.write.doneAt).toBe(20)
  await expect.poll(async () => (await storedRecords()).map(({ id }) => id)).toEqual(['other', 'write'])
})

test('a creation with a later text is done with the first, and the later one replaces it', async () => {
  const { done, next } = await finished(write({ ...DONE, first: TEXT }, { text: LATER }))
  expect(done).toMatchObject({ text: TEXT, write: DONE })
  expect(next).toMatchObject({
    id: 'write-next',
    noteId: 'n1',
    text: LATER,
    base: { ...TEXT, etag: '"1"' },
    write: { kind: 'replace', waits: true },
  })
  expect((await storedRecords()).map(({ id }) => id)).toEqual(['write-next', 'write'])
})

test('a creation with a later text whose id was not told goes on waiting for it', async () => {
  const { done, next } = await finished(write({ doneAt: 20, first: TEXT }, { text: LATER }))
  expect(next).toBeUndefined()
  expect(done.write).toMatchObject({ isUnknown: true, isStored: true, waits: true, first: TEXT })
  expect(done.write.doneAt).toBeUndefined()
})

test('a delete that is done takes the offer of earlier ones, with their texts', async () => {
  const deleted = { id: 'n2', isRestorable: true }
  const earlier = deletion({ doneAt: 15 }, { id: 'deleted-n2', deleted })
  await finished(deletion({ doneAt: 20 }), [earlier])
  expect(findWrite('deleted-n2')).toMatchObject({ text: BLANK })
  expect(findWrite('deleted-n2')?.write.isUndoable).toBeUndefined()
  expect(findWrite('deleted-n1')).toMatchObject({ text: TEXT, write: { isUndoable: true } })
})

test('the undo of a delete has the text that was saved by itself meanwhile', async () => {
  const saved = write({ kind: 'replace', doneAt: 18 }, { id: 'saved', noteId: 'n1', text: LATER })
  expect((await finished(deletion({ doneAt: 20 }), [saved])).done.text).toEqual(LATER)
})

test('a delete can be stored without being shown: its card fades first', async () => {
  await startBrowser()
  await finish(deletion({ doneAt: 20 }), false)
  expect(getWrites()).toEqual([])
  expect((await storedRecords()).map(({ id }) => id)).toEqual(['deleted-n1'])
})

for (const kind of ['erase', 'empty'] as const)
  test(`a record ends as soon as it is done: ${kind}`, async () => {
    await finished(deletion({ kind, doneAt: 20 }))
    expect(getWrites()).toEqual([])
    await expect.poll(storedRecords).toEqual([])
  })
