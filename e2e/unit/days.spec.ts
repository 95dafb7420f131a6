import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { BREAKS } from '../days/breaks'
import type { Tape } from '../days/day'
import { failedDays, shrink, storyOf } from '../days/run'
import { loadScreens } from '../days/screen/build'

const TAPES = 'e2e/days/tapes'

/** Seed of the first day, and how long days are played. `npm run faults -- days` plays other seeds. */
const DAYS = { first: 1, ms: 25_000 }

for (const name of readdirSync(TAPES))
  test(`a recorded day goes well, and plays the same each time: ${name}`, async () => {
    const screens = await loadScreens()
    const tape = JSON.parse(readFileSync(`${TAPES}/${name}`, 'utf8')) as Tape
    const story = await storyOf(tape, screens)
    expect(story.split('\n    ').slice(1)).toHaveLength(tape.steps.length)
    expect(await storyOf(tape, screens)).toBe(story)
  })

test('every rule that is broken on purpose is in its file once', () => {
  for (const { name, file, before } of BREAKS)
    expect(readFileSync(file, 'utf8').split(before), `${name}: ${file}`).toHaveLength(2)
})

test('simulated days: no text is lost, told as saved in vain, shown to another user, doubled, or back', async () => {
  test.setTimeout(120_000)
  const screens = await loadScreens()
  let played = 0
  function* seeds() {
    for (const end = performance.now() + DAYS.ms; performance.now() < end; played++) yield DAYS.first + played
  }
  for await (const failed of failedDays(seeds(), screens)) {
    const { tape } = await shrink(failed, screens)
    const again = `npm run faults -- days --days 1 --seed ${failed.tape.seed}`
    throw new Error([again, await storyOf(tape, screens), JSON.stringify(tape)].join('\n'))
  }
  expect(played).toBeGreaterThan(50)
})
