import { expect, test } from '@playwright/test'
import { queueStatements } from '@/server/fairness/statement-queues'
import type { Database, Statement } from '@/server/store/database'
import { sql } from '../support/database'

/** Database whose statements end when the test says so. */
function createSlowDatabase(dialect: Database['dialect']) {
  const running: { text: string; end: () => void }[] = []
  const run = ({ sql }: Statement) =>
    new Promise<never[]>((resolve) => running.push({ text: sql, end: () => resolve([]) }))
  const database = { dialect, read: run, write: run } as unknown as Database
  const { queued } = queueStatements(database)

  async function texts(): Promise<string[]> {
    await new Promise(setImmediate)
    return running.map(({ text }) => text)
  }

  return { queued, texts, endFirst: () => running.shift()?.end() }
}

test('four statements of a queue run at a time, in order, and no other queue waits for them', async () => {
  const { queued, texts, endFirst } = createSlowDatabase('postgres')
  for (const text of ['a1', 'a2', 'a3']) queued('ana').write(sql(text))
  for (const text of ['a4', 'a5', 'a6']) queued('ana').read(sql(text))
  queued('eva').read(sql('e1'))
  expect(await texts()).toEqual(['a1', 'a2', 'a3', 'a4', 'e1'])
  endFirst()
  expect(await texts()).toEqual(['a2', 'a3', 'a4', 'e1', 'a5'])
})

test('a queue with 2000 statements that wait refuses more, and others go on', async () => {
  const { queued, texts } = createSlowDatabase('postgres')
  for (let number = 0; number < 2004; number += 1) queued('ana').read(sql('a'))
  const refused = { status: 503, message: expect.stringContaining('Hay demasiadas peticiones') }
  await expect(queued('ana').read(sql('a'))).rejects.toMatchObject(refused)
  queued('eva').read(sql('e'))
  expect(await texts()).toEqual(['a', 'a', 'a', 'a', 'e'])
})

test('statements on SQLite do not wait, so that those at the same time are committed together', async () => {
  const { queued, texts } = createSlowDatabase('sqlite')
  for (let number = 0; number < 50; number += 1) queued('ana').write(sql('a'))
  expect(await texts()).toHaveLength(50)
})
