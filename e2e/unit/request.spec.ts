import { setImmediate } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import type { ByteStream } from '@/lib/api/json-list'
import { request } from '@/lib/api/request'

const real = {
  fetch: globalThis.fetch,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
}

test.afterEach(() => {
  Object.assign(globalThis, real)
})

const readAll = async (body: ByteStream) => void (await new Response(body).text())

for (const [name, read, seconds] of [
  ['a response', undefined, 60],
  ['a list of notes', readAll, 300],
] as const) {
  test(`${name} whose body stalls fails after ${seconds} seconds, without a status`, async () => {
    const { timers, send } = fakeHost()
    const failure = request({ method: 'GET', path: '/api/notes', ...(read && { read }) }).catch(
      (error: unknown) => error,
    )
    await send('{"_id"')
    expect(timers.map(({ delay }) => delay)).toEqual([seconds * 1000])
    timers[0]?.work()
    expect(await failure).toMatchObject({
      name: 'ApiError',
      message: `No response in ${seconds} s`,
      isUnreachable: true,
    })
    expect(timers).toEqual([])
  })
}

test('no response comes from the cache of the browser', async () => {
  let sent: RequestInit | undefined
  globalThis.fetch = async (_url, options) => {
    sent = options
    return new Response('[]')
  }
  await request({ method: 'GET', path: '/api/notes' })
  expect(sent).toMatchObject({ cache: 'no-store' })
})

/** Replaces `fetch` by a host that has sent its headers, and long timers by functions that end them. */
function fakeHost() {
  const timers: { work: () => void; delay: number }[] = []
  let body: ReadableStreamDefaultController<Uint8Array> | undefined
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      body = controller
    },
  })
  Object.assign(globalThis, {
    fetch: async (_url: string, { signal }: { signal: AbortSignal }) => {
      signal.addEventListener('abort', () => body?.error(signal.reason))
      return new Response(stream)
    },
    setTimeout: (work: () => void, delay: number) => {
      if (delay < 30_000) return real.setTimeout(work, delay)
      const timer = { work, delay }
      timers.push(timer)
      return timer
    },
    clearTimeout: (timer: never) => {
      const index = timers.indexOf(timer)
      if (index < 0) real.clearTimeout(timer)
      else timers.splice(index, 1)
    },
  })
  return {
    timers,
    async send(chunk: string) {
      await setImmediate()
      body?.enqueue(new TextEncoder().encode(chunk))
      await setImmediate()
    },
  }
}
