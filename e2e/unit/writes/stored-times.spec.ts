import { expect, test } from '@playwright/test'
import { BLANK } from '@/lib/domain/note'
import { nextWriteTime } from '@/lib/drafts/draft-store'
import { offlineNotes } from '@/lib/notes/offline-notes'
import { transact } from '@/lib/offline/database'
import { readList } from '@/lib/offline/list-cache'
import { storeList } from '@/lib/offline/store-list'
import { getWrites, readJournal } from '@/lib/writes/journal'
import { shown } from '@/lib/writes/shown'
import { startBrowser, storedRecords } from './browser'
import { deletion, TEXT, write } from './records'

const HOUR = 3_600_000
const JSON_OF_LIST = JSON.stringify([{ _id: 'n1', ...TEXT }])

test.beforeEach(() => transact(['lists'], 'readwrite', ({ lists }) => void lists.clear()))

test('what is written is later than all that was read, though the clock was set back since', async () => {
  const writtenAt = Date.now() + HOUR
  await startBrowser([{ id: 'draft', user: 'ana', noteId: null, text: TEXT, base: BLANK, writtenAt }])
  await readJournal()
  expect(nextWriteTime()).toBeGreaterThan(writtenAt)
})

test('what a clock that was ahead has done is no later than the page that reads it, in the database too', async () => {
  const ahead = Date.now() + HOUR
  await startBrowser([write({ doneAt: ahead, noteId: 'n1' }, { writtenAt: ahead })])
  await readJournal()
  expect(shown({ notes: [], asOf: Date.now() }, getWrites())).toEqual([])
  await expect.poll(async () => (await storedRecords())[0]?.write?.doneAt).toBeLessThanOrEqual(Date.now())
})

test('a list that was cached by a clock that was ahead hides no deletion', async () => {
  await startBrowser([deletion({ doneAt: Date.now() })])
  await storeList('ana', { json: [JSON_OF_LIST], etag: null, asOf: Date.now() + HOUR })
  const list = await offlineNotes('ana')
  expect(list?.notes).toHaveLength(1)
  expect(list && shown(list, getWrites())).toEqual([])
})

test('a list replaces an earlier one, and one of a clock that was ahead', async () => {
  await startBrowser()
  const now = Date.now()
  for (const [asOf, etag, expected] of [
    [now + HOUR, 'ahead', 'ahead'],
    [now, 'now', 'now'],
    [now - 1, 'before', 'now'],
  ] as const) {
    await storeList('ana', { json: [JSON_OF_LIST], etag, asOf })
    expect((await readList('ana'))?.etag).toBe(expected)
  }
})

test('a list that comes after the sign-out is not cached', async () => {
  await startBrowser([], null)
  await storeList('ana', { json: [JSON_OF_LIST], etag: null, asOf: Date.now() })
  expect(await readList('ana')).toBeUndefined()
})
