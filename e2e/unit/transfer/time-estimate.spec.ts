import { expect, test } from '@playwright/test'
import { createTimeEstimate } from '@/lib/transfer/import/start-import'

const { now } = performance

test.afterEach(() => {
  performance.now = now
})

/** Estimate after samples of a thousand notes: how many are done at each second. */
function estimateOf(doneAt: Record<number, number>): number | undefined {
  const { secondsLeft } = createTimeEstimate()
  const estimates = Object.entries(doneAt).map(([second, done]) => {
    performance.now = () => Number(second) * 1000
    return secondsLeft(done, 1_000)
  })
  return estimates.at(-1)
}

const ESTIMATES: [name: string, doneAt: Record<number, number>, seconds: number | undefined][] = [
  ['at first nothing can be said', { 0: 0 }, undefined],
  ['a hundred a second leave nine seconds', { 0: 0, 1: 100 }, 9],
  ['a part of a second counts as one', { 0: 0, 1: 999 }, 1],
  ['what was there before the start is no speed', { 0: 500, 1: 600 }, 4],
  ['only the last ten seconds count', { 0: 0, 5: 500, 16: 510, 17: 520 }, 48],
  ['while nothing moves nothing can be said', { 0: 0, 1: 100, 12: 100, 13: 100 }, undefined],
]

for (const [name, doneAt, seconds] of ESTIMATES) {
  test(name, () => {
    expect(estimateOf(doneAt)).toBe(seconds)
  })
}

test('after a reset the speed of before is forgotten', () => {
  const estimate = createTimeEstimate()
  performance.now = () => 0
  estimate.secondsLeft(0, 1_000)
  expect(estimate.reset()).toBeUndefined()
  performance.now = () => 1_000
  expect(estimate.secondsLeft(100, 1_000)).toBeUndefined()
})
