import { mock } from 'node:test'
import { expect, test } from '@playwright/test'
import { createSnapshots } from '@/lib/transfer/import/snapshots'

test.beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
test.afterEach(() => mock.timers.reset())

function countingSnapshots() {
  const count = { value: 0 }
  const snapshots = createSnapshots(() => ({ value: count.value }))
  const seen: number[] = []
  const unsubscribe = snapshots.subscribe(() => seen.push(snapshots.getState().value))
  return { count, snapshots, seen, unsubscribe }
}

test('many changes make one snapshot a quarter of a second', () => {
  const { count, snapshots, seen } = countingSnapshots()
  const first = snapshots.getState()
  for (const last of [10, 20]) {
    for (count.value = last - 9; count.value < last; count.value += 1) snapshots.publishSoon()
    mock.timers.tick(249)
    expect(seen).not.toContain(last)
    mock.timers.tick(1)
    expect(seen.at(-1)).toBe(last)
  }
  expect(seen).toEqual([10, 20])
  expect(first).toEqual({ value: 0 })
  expect(snapshots.getState()).toBe(snapshots.getState())
})

test('a snapshot that is published at once replaces the one that is due', () => {
  const { count, snapshots, seen, unsubscribe } = countingSnapshots()
  snapshots.publishSoon()
  count.value = 1
  snapshots.publish()
  expect(seen).toEqual([1])
  count.value = 2
  mock.timers.tick(300)
  expect(seen).toEqual([1])
  unsubscribe()
  snapshots.publish()
  expect(seen).toEqual([1])
})
