import { expect, test } from '@playwright/test'
import { createJobQueue } from '@/server/password-reset/job-queue'

test('5 tasks run at once, 100 wait, and one more is left undone and logged', async () => {
  const errors: unknown[] = []
  const background = createJobQueue({ info: () => {}, error: (...line) => errors.push(line) })
  const done: number[] = []
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const run = (number: number) =>
    background.run(`task ${number}`, async () => {
      await begun
      done.push(number)
    })

  for (let number = 1; number <= 5; number += 1) run(number)
  // A task leaves the queue a moment after it was given.
  await new Promise(setImmediate)
  for (let number = 6; number <= 106; number += 1) run(number)
  expect(errors).toEqual([[{ task: 'task 106' }, 'Too much waits already.']])

  begin()
  await background.finished()
  run(107)
  await background.finished()
  expect(done).toEqual([...Array.from({ length: 105 }, (_, index) => index + 1), 107])
})
