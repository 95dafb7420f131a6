import { PassThrough } from 'node:stream'
import { mock } from 'node:test'
import { expect, test } from '@playwright/test'
import type { Context } from 'hono'
import type { LargeResponses } from '@/server/fairness/large-responses'
import { createListSender } from '@/server/fairness/list-sender'

const GET = { req: { method: 'GET' }, env: { outgoing: new PassThrough() } }

test('a list is cached for 5 minutes, so that no node holds that of a deleted user for longer', async () => {
  let reads = 0
  async function* read() {
    reads += 1
    yield Buffer.from('[]')
  }
  const lists = createListSender({} as LargeResponses, async () => {}, console.error)
  const send = () =>
    lists.send(GET as unknown as Context, { userId: 'u', headers: {}, cacheKey: '1', bytes: 2, read })
  let time = performance.now()
  const clock = mock.method(performance, 'now', () => time)
  mock.timers.enable({ apis: ['setTimeout'] })
  const pass = (ms: number) => {
    time += ms
    mock.timers.tick(ms)
  }
  try {
    await send()
    pass(5 * 60_000 - 1000)
    await send()
    expect(reads).toBe(1)
    pass(2000)
    await send()
    expect(reads).toBe(2)
  } finally {
    mock.timers.reset()
    clock.mock.restore()
  }
})

test('a list that has changed takes the place of the one before, and requests share its building', async () => {
  const read: string[] = []
  const lists = createListSender({} as LargeResponses, async () => {}, console.error)
  const send = async (cacheKey: string, userId = 'u') => {
    async function* readPage() {
      read.push(cacheKey)
      yield Buffer.from('[]')
    }
    const list = { userId, headers: {}, cacheKey, bytes: 2, read: readPage }
    await lists.send(GET as unknown as Context, list)
  }
  await Promise.all([send('1'), send('1'), send('other', 'v')])
  await send('1')
  expect(read).toEqual(['1', 'other'])
  await send('2')
  await send('2')
  await send('other', 'v')
  expect(read).toEqual(['1', 'other', '2'])
  await send('1')
  expect(read).toEqual(['1', 'other', '2', '1'])
})

for (const [name, length, expected] of [
  ['of 64 KiB as JSON is sent without a turn', 64 * 1024, []],
  ['of more than 64 KiB as JSON takes a turn', 64 * 1024 + 1, ['wholes']],
  ['of 4 MiB as JSON takes a turn', 4 * 1024 ** 2, ['wholes']],
  ['of more than 4 MiB as JSON is sent while it is read', 4 * 1024 ** 2 + 1, ['wholes', 'streams']],
] as const) {
  for (const cacheKey of ['1', undefined]) {
    test(`a list ${name}, however short its notes are, ${cacheKey ? '' : 'not '}cached`, async () => {
      const taken: string[] = []
      const takeTurn = (turn: string) => async () => void taken.push(turn)
      async function* read() {
        yield Buffer.from(`[${'1'.padEnd(length - 2)}]`)
      }
      const turns = { wholes: takeTurn('wholes'), streams: takeTurn('streams') }
      const lists = createListSender(turns as unknown as LargeResponses, async () => {}, console.error)
      const list = { userId: 'u', headers: {}, ...(cacheKey && { cacheKey }), bytes: 1000, read }
      for (let time = 0; time < 2; time += 1) {
        const response = await lists.send(GET as unknown as Context, list)
        expect(await response.text()).toHaveLength(length)
        expect(taken.splice(0)).toEqual(expected)
      }
    })
  }
}
