import { expect, test } from '@playwright/test'
import type { TestCase, TestResult, TestStep } from '@playwright/test/reporter'
import Watchdog from '../support/watchdog'

const TEST = {}
const STEP = { title: 'waits for a host', location: { file: 'away.spec.ts', line: 7 } } as TestStep

/** A run in which one test has begun at 0 s. `endedAt` looks at it at some second, and returns why it ended there. */
function watch({ timeout = 30_000 } = {}) {
  const result = {} as TestResult
  let seconds = 0
  let reasons: string[] = []
  const watchdog = new Watchdog({
    now: () => seconds * 1000,
    end: (lines) => {
      reasons = lines.slice(1)
    },
  })
  watchdog.onTestBegin({ titlePath: () => ['', 'faults', 'a host'], timeout } as TestCase, result)
  const endedAt = (second: number) => {
    seconds = second
    reasons = []
    watchdog.look()
    return reasons
  }
  return { watchdog, result, endedAt }
}

test('a run ends once when a test stands still, and its last step is named', () => {
  const { watchdog, result, endedAt } = watch()
  watchdog.onStepBegin(TEST, result, { title: 'starts a host' } as TestStep)
  watchdog.onStepBegin(TEST, result, STEP)
  expect(endedAt(110)).toEqual([])
  expect(endedAt(111)).toEqual(["in faults › a host, at the step 'waits for a host' (away.spec.ts:7)"])
  expect(endedAt(112)).toEqual([])
})

test('the begin and the end of a step keep a run alive', () => {
  const { watchdog, result, endedAt } = watch()
  endedAt(100)
  watchdog.onStepBegin(TEST, result, STEP)
  expect(endedAt(200)).toEqual([])
  watchdog.onStepEnd(TEST, result, STEP)
  expect(endedAt(310)).toEqual([])
  expect(endedAt(311)).toEqual(['in faults › a host, between two steps'])
})

test('a test that stands still is named while others go on', () => {
  const { watchdog, endedAt } = watch()
  const other = {} as TestResult
  endedAt(100)
  watchdog.onTestBegin({ titlePath: () => ['another'], timeout: 30_000 } as TestCase, other)
  expect(endedAt(111)).toEqual(['in faults › a host, between two steps'])
})

test('a run ends when nothing comes after its last test', () => {
  const { watchdog, result, endedAt } = watch()
  endedAt(100)
  watchdog.onTestEnd(TEST, result)
  expect(endedAt(210)).toEqual([])
  expect(endedAt(211)).toEqual(['after the end of faults › a host'])
})

test('a test in a debugger, which has no limit, may stand still', () => {
  const { watchdog, result, endedAt } = watch({ timeout: 0 })
  watchdog.onStepBegin(TEST, result, STEP)
  expect(endedAt(10_000)).toEqual([])
})

test('until the first test begins, a busy machine has some minutes', () => {
  let seconds = 0
  const reasons: string[] = []
  const watchdog = new Watchdog({ now: () => seconds * 1000, end: (lines) => reasons.push(...lines) })
  seconds = 400
  watchdog.look()
  expect(reasons).toEqual([])
  seconds = 401
  watchdog.look()
  expect(reasons).toEqual([expect.stringContaining('for 400 s'), 'after the start of the run'])
})
