import { expect, test } from '@playwright/test'
import { BLANK } from '@/lib/domain/note'
import { nextWriteTime } from '@/lib/drafts/draft-store'
import { loadNotes } from '@/lib/notes/load-notes'
import { offlineNotes } from '@/lib/notes/offline-notes'
import { transact } from '@/lib/offline/database'
import { readList, removeList } from '@/lib/offline/list-cache'
import { storeList } from '@/lib/offline/store-list'
import { getWrites, readJournal } from '@/lib/writes/journal'
import { shown } from '@/lib/writes/shown'
import { setApiHost } from '../api-host'
import { startBrowser, storedRecords } from './browser'
import { deletion, TEXT, write } from './records'

const HOUR = 3_600_000
const JSON_OF_LIST = JSON.stringify([{ _id: 'n1', ...TEXT }])

setApiHost()
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

test('an ended session ends what is done, but for the only copy of a text', async () => {
  const records = [
    write({ doneAt: 5, noteId: 'n1' }, { id: 'saved' }),
    write({ doneAt: 5, unproven: BLANK }, { id: 'unproven' }),
    deletion({ doneAt: 5 }, { id: 'undoable' }),
    deletion({ doneAt: 5 }, { id: 'in the trash', deleted: { id: 'n1', isRestorable: true } }),
  ]
  await startBrowser(records)
  const [token, email] = JSON.parse(String(localStorage.getItem('user'))) as string[]
  localStorage.setItem('user', JSON.stringify([token, email, true]))
  await removeList('ana')
  expect((await storedRecords()).map(({ id }) => id).sort()).toEqual(['undoable', 'unproven'])
})

test('a list is as of the call that the page has sent before its scripts came', async () => {
  await startBrowser()
  const page = globalThis as { earlyCall?: object }
  const at = Date.now() - 1_000
  page.earlyCall = {
    key: '',
    response: Promise.resolve(new Response()),
    controller: new AbortController(),
    at,
  }
  globalThis.fetch = async () => new Response(JSON_OF_LIST)
  expect(await loadNotes(() => {})).toMatchObject({ asOf: at })
})
