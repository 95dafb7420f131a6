import { expect, test } from '@playwright/test'
import { Hono } from 'hono'
import { createListCache } from '@/server/http/list-cache'

test('the list cache stays within 64 MiB when lists are empty', async () => {
  const lists = createListCache()
  const read: string[] = []
  const app = new Hono().get('/', async (c) => {
    const list = (etag: string) =>
      lists.get(c, etag, async () => {
        read.push(etag)
        return '[]'
      })
    // Each list counts as half a kilobyte.
    for (let version = 0; version < 130_000; version += 1) await list(`"${version}"`)
    await list('"129999"')
    await list('"0"')
    return c.body(null)
  })
  await app.request('/')

  expect(read).toHaveLength(130_001)
  expect(read.at(-1)).toBe('"0"')
})
