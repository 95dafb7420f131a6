import { setTimeout } from 'node:timers/promises'
import type { Bench } from '../in-page/main'
import { add } from '../measures'
import { isFound } from '../notes'
import type { Visit } from '../visit'
import { watchPress } from './press'

declare const bench: Bench

const QUERIES = ['cartas', 'comprar']
/** After so many milliseconds a search is left as it is, and counts with the keys so far. */
const SEARCH_ENDS = 25_000
/** So many of the first cards show whether a search is answered. All of them are in view. */
const LOOKED_AT = 10
const BETWEEN_KEYS = 100

export async function search({ page, notes, samples }: Visit): Promise<void> {
  const toggle = page.locator('header button[aria-expanded]')
  await toggle.click()
  await page.evaluate(() => bench.interactions())

  let keys = 0
  const end = performance.now() + SEARCH_ENDS
  for (const { key, query } of QUERIES.flatMap(keysOf)) {
    if (performance.now() > end) break
    const found = notes.filter((note) => isFound(note, query)).slice(0, LOOKED_AT)
    await setTimeout(BETWEEN_KEYS)
    const { delay, painted } = await watchPress(
      page,
      'keydown',
      { letter: ['query', query], results: ['cards', found.map(({ title }) => title)] },
      () => page.keyboard.press(key),
    )
    keys += 1
    add(samples, 'key → its handlers', delay)
    add(samples, 'key → letter painted', painted.letter)
    // Results that are those of the key before stand there already.
    add(samples, 'key → results painted', Math.max(painted.letter, painted.results))
  }
  await setTimeout(300)
  const slow = await page.evaluate(() => bench.interactions())
  const quick = Array.from({ length: Math.max(0, keys - slow.length) }, () => 16)
  add(samples, 'key → next paint (Event Timing)', ...slow, ...quick)
  await watchPress(
    page,
    'click',
    { all: ['cards', notes.slice(0, LOOKED_AT).map(({ title }) => title)] },
    () => toggle.click(),
  )
}

/** A word letter by letter, and back to nothing. */
function keysOf(word: string): { key: string; query: string }[] {
  const typed = [...word].map((key, place) => ({ key, query: word.slice(0, place + 1) }))
  const deleted = [...word].map((_, place) => ({ key: 'Backspace', query: word.slice(0, -1 - place) }))
  return [...typed, ...deleted]
}
