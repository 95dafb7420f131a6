import { mock } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import type { ByteStream } from '@/lib/api/json-list'
import { request } from '@/lib/api/request'

const { fetch } = globalThis

test.afterEach(() => {
  globalThis.fetch = fetch
  mock.timers.reset()
})

const readAll = async (body: ByteStream) => void (await new Response(body).text())

for (const [name, read, seconds] of [
  ['a response', undefined, 60],
  ['a list of notes', readAll, 300],
] as const) {
  test(`${name} whose body stalls fails after ${seconds} seconds, without a status`, async () => {
    const send = fakeHost()
    mock.timers.enable({ apis: ['setTimeout'] })
    let failure: unknown
    const call = request({ method: 'GET', path: '/api/notes', ...(read && { read }) })
    call.catch((error) => {
      failure = error
    })
    await send('{"_id"')
    mock.timers.tick(seconds * 1000 - 1)
    await setImmediate()
    expect(failure).toBeUndefined()
    mock.timers.tick(1)
    await expect(call).rejects.toMatchObject({
      name: 'ApiError',
      message: `No response in ${seconds} s`,
      isUnreachable: true,
    })
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

/** Replaces `fetch` by a host that has sent its headers. Returns a function that sends a part of the body. */
function fakeHost(): (chunk: string) => Promise<void> {
  let body: ReadableStreamDefaultController<Uint8Array> | undefined
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      body = controller
    },
  })
  globalThis.fetch = async (_url, { signal } = {}) => {
    signal?.addEventListener('abort', () => body?.error(signal.reason))
    return new Response(stream)
  }
  return async (chunk) => {
    await setImmediate()
    body?.enqueue(new TextEncoder().encode(chunk))
    await setImmediate()
  }
}
