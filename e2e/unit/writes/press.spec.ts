import { expect, test } from '@playwright/test'
import { getWrites } from '@/lib/writes/journal'
import { newCreation, newDeletion } from '@/lib/writes/new-write'
import { press } from '@/lib/writes/press'
import { settle } from '@/lib/writes/settle'
import { countTransactions, startBrowser, storedRecords, toldTabs } from './browser'
import { LATER, TEXT, write } from './records'

const { fetch } = globalThis

test.beforeAll(() => {
  process.env.NEXT_PUBLIC_API_HOST = 'https://api.example.com'
})
test.afterAll(() => {
  globalThis.fetch = fetch
  delete process.env.NEXT_PUBLIC_API_HOST
})

test('one press of Guardar makes three transactions, up to the list that shows its note, and tells other tabs twice', async () => {
  await startBrowser()
  globalThis.fetch = async () => new Response('{"_id":"n1"}', { status: 201 })
  const transactions = countTransactions()
  const told = toldTabs()
  expect(await press(newCreation('write', TEXT, 0))).toMatchObject({ is: 'done' })
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
