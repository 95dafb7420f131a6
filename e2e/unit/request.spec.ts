import { setImmediate } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { request } from '@/lib/api/request'

const real = {
  fetch: globalThis.fetch,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
}

test.afterEach(() => {
  Object.assign(globalThis, real)
})

test('a response whose body stalls for 30 seconds fails without a status', async () => {
  const { deadlines, send } = fakeHost()
  const failure = request({ method: 'PUT', path: '/api/notes/1' }).catch((error: unknown) => error)
  await send('{"_id"')
  expect(deadlines).toHaveLength(1)
  deadlines[0]?.()
  expect(await failure).toMatchObject({
    name: 'ApiError',
    message: 'No response in 30 s',
    isUnreachable: true,
  })
})

test('each chunk of a response starts the 30 seconds anew', async () => {
  const { deadlines, send, end } = fakeHost()
  const response = request({ method: 'GET', path: '/api/notes', isLong: true })
  const seen = new Set()
  for (const chunk of ['[', '{"_id":"ñ"}', ']']) {
    await send(chunk)
    expect(deadlines).toHaveLength(1)
    seen.add(deadlines[0])
  }
  end()
  expect(await (await response).bytes.text()).toBe('[{"_id":"ñ"}]')
  expect(seen.size).toBe(3)
  expect(deadlines).toEqual([])
})

/** Replaces `fetch` by a host that has sent its headers, and timers of 30 seconds by functions that end them. */
function fakeHost() {
  const deadlines: (() => void)[] = []
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
      if (delay !== 30_000) return real.setTimeout(work, delay)
      deadlines.push(work)
      return work
    },
    clearTimeout: (timer: never) => {
      const index = deadlines.indexOf(timer)
      if (index < 0) real.clearTimeout(timer)
      else deadlines.splice(index, 1)
    },
  })
  return {
    deadlines,
    async send(chunk: string) {
      await setImmediate()
      body?.enqueue(new TextEncoder().encode(chunk))
      await setImmediate()
    },
    end: () => body?.close(),
  }
}
