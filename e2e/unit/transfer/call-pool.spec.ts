import { setImmediate } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { ApiError } from '@/lib/api/api-error'
import { createCallPool } from '@/lib/transfer/import/call-pool'

const { now } = performance

test.afterEach(() => {
  performance.now = now
})

type Call = { name: string; end: (error?: Error) => void }

/** Starts calls that last until the test ends them. */
function startCalls(callAll: ReturnType<typeof createCallPool>, count: number) {
  const names = Array.from({ length: count }, (_, index) => `call ${count - index}`)
  const running: Call[] = []
  const done = callAll(
    () => names.pop(),
    (name) =>
      new Promise<void>((resolve, reject) => {
        running.push({ name, end: (error) => (error ? reject(error) : resolve()) })
      }),
  )
  return {
    running,
    done,
    async endRound(error?: Error) {
      for (const { end } of running.splice(0)) end(error)
      await setImmediate()
    },
  }
}

async function widthsOf(callAll: ReturnType<typeof createCallPool>, rounds: number): Promise<number[]> {
  const { running, done, endRound } = startCalls(callAll, 2_000)
  const widths: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    widths.push(running.length)
    await endRound()
  }
  await Promise.all([expect(done).rejects.toThrow(), endRound(new Error('stop'))])
  return widths
}

test('the calls start in order, six at first, one more after each quick round, and never more than 32', async () => {
  performance.now = () => 0
  const { running } = startCalls(createCallPool(), 8)
  expect(running.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5, 6].map((number) => `call ${number}`))

  const widths = await widthsOf(createCallPool(), 40)
  expect(widths.slice(0, 4)).toEqual([6, 6, 7, 8])
  for (const [round, width] of widths.slice(1).entries())
    expect(width - (widths[round] ?? 0)).toBeLessThanOrEqual(1)
  expect(widths.at(-1)).toBe(32)
})

test('while the host is slow there are never more calls', async () => {
  let time = 0
  performance.now = () => {
    time += 600
    return time
  }
  const widths = await widthsOf(createCallPool(), 5)
  performance.now = now
  expect(widths).toEqual([6, 6, 6, 6, 6])
})

for (const [status, widths] of [
  [429, [3, 1, 1, 1]],
  [503, [3, 1, 1, 1]],
  [500, [6, 6, 6, 6]],
] as const) {
  test(`after failures with status ${status} there are ${widths.join(', ')} calls at once`, async () => {
    const callAll = createCallPool()
    const seen: number[] = []
    for (let round = 0; round <= widths.length; round += 1) {
      const { running, done, endRound } = startCalls(callAll, 40)
      seen.push(running.length)
      await Promise.all([expect(done).rejects.toThrow(), endRound(new ApiError('failure', { status }))])
    }
    expect(seen).toEqual([6, ...widths])
  })
}

test('after a failure no call starts, and the pool fails with all errors once the others have ended', async () => {
  const { running, done, endRound } = startCalls(createCallPool(), 8)
  const first = new Error('first')
  const second = new Error('second')
  let hasEnded = false
  const failure = done.catch((error: AggregateError) => {
    hasEnded = true
    return error
  })
  running.shift()?.end(first)
  running.shift()?.end()
  await setImmediate()
  expect(running).toHaveLength(4)
  expect(hasEnded).toBe(false)
  await endRound(second)
  expect(((await failure) as AggregateError).errors).toEqual([first, second, second, second, second])
})

test('a slow call is overtaken by fewer than 32 others', async () => {
  const { running, done } = startCalls(createCallPool(), 100)
  const [slow] = running.splice(0, 1)
  const overtaking: Call[] = []
  while (running.length > 0) {
    for (const call of running.splice(0)) {
      overtaking.push(call)
      call.end()
    }
    await setImmediate()
  }
  expect(overtaking).toHaveLength(31)
  slow?.end()
  await setImmediate()
  expect(running[0]?.name).toBe('call 33')
  while (running.length > 0) {
    for (const { end } of running.splice(0)) end()
    await setImmediate()
  }
  await done
})

test('a pool without calls ends', async () => {
  const { done } = startCalls(createCallPool(), 0)
  await done
})
