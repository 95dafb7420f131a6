import { expect, test } from '@playwright/test'
import { IDBDatabase, IDBIndex, type IDBRequest } from 'fake-indexeddb'
import { BLANK, type NoteText } from '@/lib/domain/note'
import { backedUpDrafts } from '@/lib/drafts/draft-store'
import { backUp, putDraft } from '@/lib/drafts/write-drafts'
import { isDone } from '@/lib/offline/record'
import { encode, type StoredRecord } from '@/lib/offline/stored-record'
import { showWrite } from '@/lib/writes/apply'
import { getWrites, readJournal, subscribeToWrites } from '@/lib/writes/journal'
import { newCreation, newDeletion, newReplacement } from '@/lib/writes/new-write'
import { press } from '@/lib/writes/press'
import { settle } from '@/lib/writes/settle'
import { leaveUndo } from '@/lib/writes/undo'
import { setApiHost } from '../api-host'
import { countTransactions, fillStorage, startBrowser, storedRecords, toldTabs } from './browser'
import { deletion, LATER, TEXT, write } from './records'

setApiHost()

const { getAll } = IDBIndex.prototype
const { transaction } = IDBDatabase.prototype

test.afterEach(() => {
  IDBIndex.prototype.getAll = getAll
  IDBDatabase.prototype.transaction = transaction
})

test('one press of Guardar makes three transactions, up to the list that shows its note, and tells other tabs twice', async () => {
  await startBrowser()
  // A page reads the journal when it opens: only that first reading corrects times that are ahead.
  await readJournal()
  globalThis.fetch = async () => new Response('{"_id":"n1"}', { status: 201 })
  const transactions = countTransactions('counted')
  const told = toldTabs()
  expect(await press(newCreation('counted', TEXT, 0))).toMatchObject({ is: 'done' })
  await settle({ notes: [{ _id: 'n1', ...TEXT }], asOf: Date.now() + 1_000 })
  expect(await storedRecords()).toEqual([])
  expect(transactions()).toBe(3)
  expect(told()).toBe(2)
})

test('a delete that the host refuses leaves nothing in the browser', async () => {
  await startBrowser()
  globalThis.fetch = async () => new Response('{"message":"No."}', { status: 403 })
  expect(await press(newDeletion({ _id: 'n1', ...TEXT }))).toMatchObject({ is: 'refused' })
  expect(getWrites()).toEqual([])
  expect(await storedRecords()).toEqual([])
})

for (const [name, isRestorable, texts] of [
  ['keeps the text of an undo that was pressed', false, [TEXT]],
  ['ends an undo that was pressed where the host has the text', true, [BLANK]],
] as const)
  test(`leaving the list ${name}`, async () => {
    const deleted = { id: 'n1', isRestorable }
    await startBrowser([deletion({ kind: 'restore', hiddenAt: 5 }, { deleted })])
    await readJournal()
    await leaveUndo()
    expect((await storedRecords()).map(({ text }) => text)).toEqual(texts)
  })

test('leaving the list for the login keeps the offer', async () => {
  await startBrowser([deletion({ doneAt: 5 })])
  await readJournal()
  localStorage.setItem('user', JSON.stringify(['token of ana', 'ana', true]))
  await leaveUndo()
  expect((await storedRecords()).map(({ text }) => text)).toEqual([TEXT])
})

for (const [name, isRestorable, texts] of [
  ['keeps the only copy of a text, since another tab may offer it', false, [TEXT]],
  ['ends the offer of what the host has', true, [BLANK]],
] as const)
  test(`leaving the list without locks ${name}`, async () => {
    const { navigator } = globalThis
    try {
      Object.defineProperty(globalThis, 'navigator', { configurable: true, value: {} })
      await startBrowser([deletion({ doneAt: 5 }, { deleted: { id: 'n1', isRestorable } })])
      await readJournal()
      await leaveUndo()
      expect((await storedRecords()).map(({ text }) => text)).toEqual(texts)
    } finally {
      Object.defineProperty(globalThis, 'navigator', { configurable: true, value: navigator })
    }
  })

test('a delete ends the offer to undo an earlier one, but not once another tab has pressed it', async () => {
  const offered = deletion({ doneAt: 5 }, { writtenAt: 5 })
  const undone = deletion({ kind: 'restore', hiddenAt: 5 }, { writtenAt: Date.now() })
  for (const [stored, text] of [
    [offered, BLANK],
    [undone, TEXT],
  ] as const) {
    await startBrowser([offered])
    await readJournal()
    await putDraft(encode(stored))
    globalThis.fetch = async () => new Response(null, { status: 204 })
    expect(await press(newDeletion({ _id: 'n2', ...TEXT }))).toMatchObject({ is: 'done' })
    expect(await storedRecords()).toContainEqual(expect.objectContaining({ id: offered.id, text }))
  }
})

test('who hears that a note is created finds the drafts that follow it as drafts of the note', async () => {
  const waiting = write({ waits: true })
  const { key: _, decidedAt: __, state: ___, kind: ____, ...fields } = waiting
  await startBrowser([waiting, { ...fields, id: 'draft', text: LATER, follows: waiting.id }])
  await readJournal()
  globalThis.fetch = async () => new Response('{"_id":"n1"}', { status: 201 })
  const found: Promise<StoredRecord[]>[] = []
  const stop = subscribeToWrites(() => getWrites().some(isDone) && found.push(storedRecords()))
  await press(waiting)
  stop()
  expect(await found[0]).toContainEqual(expect.objectContaining({ id: 'draft', noteId: 'n1' }))
})

test('a save that a later one has taken back is not offered again', async () => {
  const save = (doneAt: number, text: NoteText, unproven: NoteText) =>
    write(
      { kind: 'replace', decidedAt: doneAt, doneAt, unproven },
      { id: `save-${doneAt}`, writtenAt: doneAt, noteId: 'n1', text },
    )
  await startBrowser([save(5, LATER, TEXT), save(15, TEXT, LATER)])
  await readJournal()
  await settle({ notes: [{ _id: 'n1', ...TEXT }], asOf: 50 })
  expect(await storedRecords()).toEqual([])
})

test('a delete without an answer has the text that was saved by itself, though both are settled at once', async () => {
  const saved = write({ kind: 'replace', doneAt: 12 }, { id: 'saved', noteId: 'n1', text: LATER })
  await startBrowser([saved, deletion({ isUnknown: true, decidedAt: 11 }, { writtenAt: 14 })])
  await readJournal()
  await settle({ notes: [], asOf: 200_000 })
  expect(await storedRecords()).toMatchObject([{ text: LATER, write: { kind: 'delete' } }])
})

test('an ETag that a proxy has changed is left out once the host has refused it for what is there', async () => {
  await startBrowser()
  const sent: (string | null)[] = []
  globalThis.fetch = async (_, { method = 'GET', headers } = {}) => {
    if (method === 'GET') return Response.json(TEXT, { headers: { ETag: '"1-gzip"' } })
    sent.push(new Headers(headers).get('If-Match'))
    return new Response('{"_id":"n1"}', { status: sent.at(-1) ? 412 : 200 })
  }
  const edit = write({ kind: 'replace' }, { noteId: 'n1', text: LATER })
  expect(await press(edit, { latest: { ...TEXT, etag: '"1-gzip"' } })).toMatchObject({ is: 'done' })
  expect(sent).toEqual(['"1-gzip"', null])
})

test('a reading that the database is late to answer takes no write away', async () => {
  await startBrowser([write({ waits: true })])
  await readJournal()
  IDBIndex.prototype.getAll = function (...args) {
    const request = getAll.apply(this, args)
    const late = { result: undefined, onsuccess: () => {} } as unknown as IDBRequest & {
      onsuccess: () => void
    }
    request.onsuccess = () =>
      setTimeout(() => Object.assign(late, { result: request.result }).onsuccess(), 2_500)
    return late
  }
  let found: unknown[] = []
  const records = await readJournal((late) => {
    found = late
  })
  expect(records).toEqual([])
  expect(getWrites()).toHaveLength(1)
  await expect.poll(() => found).toHaveLength(1)
  expect(getWrites()).toHaveLength(1)
})

test('a reading takes away no write that has come since it began', async () => {
  await startBrowser()
  const reading = readJournal()
  const since = newCreation('since', TEXT, 0)
  showWrite(since)
  await reading
  expect(getWrites()).toEqual([since])
})

test('a page that closes while a press is being stored has its text in localStorage', async () => {
  await startBrowser()
  let isStoring = false
  IDBDatabase.prototype.transaction = () => {
    isStoring = true
    const drafts = { put: () => {} }
    return { objectStore: () => drafts } as unknown as ReturnType<typeof transaction>
  }
  void press(newCreation('write', TEXT, 0))
  await expect.poll(() => isStoring).toBe(true)
  expect(backedUpDrafts('ana')).toEqual([])
  document.dispatchEvent(new Event('pagehide'))
  expect(backedUpDrafts('ana')).toMatchObject([{ id: 'write', text: TEXT, write: { kind: 'create' } }])
})

test('an earlier version of what is saved does not stay in a browser whose storage is full', async () => {
  const waiting = write({ waits: true })
  await startBrowser([waiting])
  fillStorage()
  globalThis.fetch = async () => new Response('{"_id":"n1"}', { status: 201 })
  expect(await press({ ...waiting, text: LATER })).toMatchObject({ is: 'done' })
  await expect.poll(storedRecords).toEqual([])
})

test('what the database has by now is in localStorage no longer', async () => {
  await startBrowser()
  globalThis.fetch = async () => new Response('{"message":"No."}', { status: 404 })
  const replacement = newReplacement({
    id: 'write',
    noteId: 'n1',
    text: LATER,
    base: { ...TEXT, etag: '"1"' },
  })
  backUp(encode({ ...replacement, writtenAt: 1 }))
  await press(replacement, { latest: { ...TEXT, etag: '"1"' } })
  expect(await storedRecords()).toMatchObject([{ id: 'write', text: LATER }])
  expect(backedUpDrafts('ana')).toEqual([])
})

test('a delete of a note that the host does not know is unknown: the browser may have sent it twice', async () => {
  await startBrowser()
  globalThis.fetch = async () => new Response('{"message":"No."}', { status: 404 })
  expect(await press(newDeletion({ _id: 'n1', ...TEXT }))).toMatchObject({ is: 'unknown' })
  expect(getWrites()[0]?.state.is).toBe('unknown')
})

test('an edit whose call was redirected is done if the host has it', async () => {
  for (const [text, expected] of [
    [LATER, 'done'],
    [TEXT, 'unknown'],
  ] as const) {
    await startBrowser()
    globalThis.fetch = async (_, { method = 'GET' } = {}) => {
      const response = new Response(JSON.stringify(text))
      return method === 'GET' ? response : Object.defineProperty(response, 'redirected', { value: true })
    }
    const edit = write({ kind: 'replace' }, { noteId: 'n1', text: LATER })
    expect(await press(edit, { latest: TEXT }), expected).toMatchObject({ is: expected })
  }
})

const WITH_BREAK = { ...TEXT, content: 'Riego\n' }
const SENT = { mine: WITH_BREAK, merged: WITH_BREAK }

for (const [name, fields, texts, calls] of [
  [
    'has what an attempt without an answer has stored',
    { sent: SENT, isUnknown: true },
    { text: WITH_BREAK, base: BLANK },
    ['GET'],
  ],
  [
    'has the base of the text',
    {},
    { text: { ...TEXT, content: 'Riego\nhoy' }, base: WITH_BREAK },
    ['GET', 'PUT'],
  ],
  [
    'has an attempt of an earlier text',
    { sent: SENT, isUnknown: true },
    { text: { ...TEXT, content: 'Riego\nhoy' }, base: BLANK },
    ['GET', 'PUT'],
  ],
] as const)
  test(`a host that trims is not in conflict where it ${name}`, async () => {
    await startBrowser()
    const called = callsOf(TEXT)
    const edit = write({ kind: 'replace', ...fields }, { noteId: 'n1', ...texts })
    expect(await press(edit)).toMatchObject({ is: 'done' })
    expect(called).toEqual(calls)
  })

test('an edit of white space alone is sent again where the host has the text before', async () => {
  const edit = write(
    { kind: 'replace', sent: SENT, isUnknown: true },
    { noteId: 'n1', text: WITH_BREAK, base: TEXT },
  )
  await startBrowser()
  const called = callsOf(TEXT)
  expect(await press(edit)).toMatchObject({ is: 'done' })
  expect(called).toEqual(['GET', 'PUT'])
})

test('what another device has added at the end of a text is asked about', async () => {
  const edit = write({ kind: 'replace' }, { noteId: 'n1', text: LATER, base: TEXT })
  await startBrowser()
  callsOf(WITH_BREAK)
  expect(await press(edit)).toMatchObject({ is: 'conflict' })
})

/** Calls that a host gets from here on, which has this text of each note. */
function callsOf(text: NoteText): string[] {
  const calls: string[] = []
  globalThis.fetch = async (_, { method = 'GET' } = {}) => {
    calls.push(method)
    return Response.json(text)
  }
  return calls
}
