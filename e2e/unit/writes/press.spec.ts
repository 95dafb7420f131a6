import { expect, test } from '@playwright/test'
import { getWrites } from '@/lib/writes/journal'
import { newCreation, newDeletion } from '@/lib/writes/new-write'
import { press } from '@/lib/writes/press'
import { settle } from '@/lib/writes/settle'
import { countTransactions, startBrowser, storedRecords, toldTabs } from './browser'
import { TEXT } from './records'

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
