import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { mock } from 'node:test'
import { expect, test } from '@playwright/test'
import { readBody } from '@/server/http/request-body'

const KIB = 1024

/** Reads a body under a clock that only `pass` moves. `outcome` is its length, or the refusal. */
function read(maxBytes = 100 * KIB) {
  mock.timers.enable({ apis: ['setInterval'] })
  const body = new PassThrough()
  let outcome: unknown = 'unfinished'
  readBody(body as unknown as IncomingMessage, maxBytes).then(
    ({ length }) => (outcome = length),
    ({ status, message }) => (outcome = `${status} ${message}`),
  )

  async function pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      await new Promise(setImmediate)
      mock.timers.tick(1000)
    }
    await new Promise(setImmediate)
  }

  return { body, pass, outcome: () => outcome }
}

test.afterEach(() => mock.timers.reset())

test('a body that brings nothing for 10 seconds is refused, however much came before', async () => {
  const { body, pass, outcome } = read()
  body.write(Buffer.alloc(50 * KIB))
  await pass(10)
  expect(outcome()).toBe('unfinished')
  await pass(1)
  expect(outcome()).toBe('408 La petición no ha llegado a tiempo.')
})

for (const [name, bytes, result] of [
  ['1 KiB a second is read', KIB, 30 * KIB],
  ['less than 1 KiB a second is refused', KIB - 1, '408 La petición no ha llegado a tiempo.'],
] as const) {
  test(`a body that brings ${name}`, async () => {
    const { body, pass, outcome } = read()
    for (let second = 0; second < 30; second += 1) {
      body.write(Buffer.alloc(bytes))
      await pass(1)
    }
    body.end()
    await pass(0)
    expect(outcome()).toBe(result)
  })
}

test('of a body that is too large no more is taken than the limit', async () => {
  const { body, pass, outcome } = read(16 * KIB)
  body.write(Buffer.alloc(10 * KIB))
  body.write(Buffer.alloc(10 * KIB))
  await pass(0)
  expect(outcome()).toBe('413 La petición es demasiado grande: como mucho, 16 KiB.')
  body.write(Buffer.alloc(10 * KIB))
  await pass(1)
  expect(body.readableLength).toBe(10 * KIB)
})

test('a body whose client is gone ends', async () => {
  const { body, pass, outcome } = read()
  body.write(Buffer.alloc(KIB))
  body.destroy()
  await pass(0)
  expect(outcome()).toBe('400 La petición no es válida.')
})
