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
