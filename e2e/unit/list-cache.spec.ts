import { mock } from 'node:test'
import { expect, test } from '@playwright/test'
import type { Context } from 'hono'
import type { LargeResponses } from '@/server/fairness/large-responses'
import { createListSender } from '@/server/http/list-sender'

test('a list is cached for 5 minutes, so that no node holds that of a deleted user for longer', async () => {
  let reads = 0
  async function* read() {
    reads += 1
    yield Buffer.from('[]')
  }
  const lists = createListSender({} as LargeResponses)
  const send = () => lists.send({} as Context, { userId: 'u', headers: {}, cacheKey: '1', bytes: 2, read })
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

test('a list that is longer as JSON than its notes are is sent while it is read', async () => {
  const streams: string[] = []
  async function* read() {
    for (let page = 0; page < 5; page += 1) yield Buffer.from(JSON.stringify(['\u0001'.repeat(2 ** 20 / 6)]))
  }
  const takeTurn = async () => void streams.push('a turn')
  const lists = createListSender({ streams: takeTurn } as unknown as LargeResponses)
  const list = { userId: 'u', headers: {}, cacheKey: '1', bytes: 1000, read }
  for (let time = 1; time <= 2; time += 1) {
    const response = await lists.send({} as Context, list)
    expect(JSON.parse(await response.text())).toHaveLength(5)
    expect(streams).toHaveLength(time)
  }
})
