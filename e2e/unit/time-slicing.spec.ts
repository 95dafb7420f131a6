import { expect, test } from '@playwright/test'
import { inTimeSlices, runInTimeSlices } from '@/lib/time-slicing'

/** Works as long as a slice or longer. */
function work(): void {
  for (const start = performance.now(); performance.now() - start < 10; );
}

function* steps() {
  for (let step = 0; step < 5; step += 1) yield work()
  return 'done'
}

// In Chromium, what follows a `scheduler.yield` goes before timers.
test.beforeEach(() => {
  Object.assign(globalThis, { scheduler: { yield: () => Promise.resolve() } })
})
test.afterEach(() => {
  Object.assign(globalThis, { scheduler: undefined })
})

for (const [name, run] of [
  ['a loop', () => inTimeSlices([1, 2, 3, 4, 5], work)],
  ['a generator', async () => expect(await runInTimeSlices(steps())).toBe('done')],
] as const) {
  test(`timers run between the time slices of ${name}`, async () => {
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    })
    await run()
    clearInterval(timer)
    expect(turns).toBeGreaterThan(1)
  })
}

test('the first slice is a task of its own', async () => {
  let isStarted = false
  const slices = inTimeSlices([1], () => {
    isStarted = true
  })
  expect(isStarted).toBe(false)
  await slices
  expect(isStarted).toBe(true)
})
