import { expect, test } from '@playwright/test'
import { createJobQueue } from '@/server/mail/job-queue'
import { held } from '../support/servers/faulty-proxy'

test('the queue runs 5 tasks at once, holds 100, and drops and logs one more', async () => {
  const errors: unknown[] = []
  const queue = createJobQueue({ info: () => {}, warn: () => {}, error: (...line) => errors.push(line) })
  const done: number[] = []
  const { until, release } = held()
  const run = (number: number) =>
    queue.run(`task ${number}`, async () => {
      await until
      done.push(number)
    })

  for (let number = 1; number <= 5; number += 1) run(number)
  // A task leaves the queue asynchronously.
  await new Promise(setImmediate)
  for (let number = 6; number <= 106; number += 1) run(number)
  expect(errors).toEqual([[{ task: 'task 106' }, 'Too much waits already.']])

  release()
  await queue.finished()
  run(107)
  await queue.finished()
  expect(done).toEqual([...Array.from({ length: 105 }, (_, index) => index + 1), 107])
})
