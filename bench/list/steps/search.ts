import { setTimeout } from 'node:timers/promises'
import type { Bench } from '../in-page/main'
import { add } from '../measures'
import { isFound } from '../notes'
import type { Visit } from '../step'
import { interact } from './interact'

declare const bench: Bench

const QUERIES = ['cartas', 'comprar']
/** Milliseconds after which no more keys are pressed; the keys so far count. */
const SEARCH_TIMEOUT = 25_000
const CHECKED_CARDS = 10
const BETWEEN_KEYS = 100

export async function search({ page, notes, samples }: Visit): Promise<void> {
  const toggle = page.locator('header button[aria-expanded]')
  await toggle.click()
  await page.evaluate(() => bench.slowInteractions())

  let keys = 0
  const end = performance.now() + SEARCH_TIMEOUT
  for (const { key, query } of QUERIES.flatMap(keysOf)) {
    if (performance.now() > end) break
    const found = notes.filter((note) => isFound(note, query)).slice(0, CHECKED_CARDS)
    await setTimeout(BETWEEN_KEYS)
    const { delay, painted } = await interact(
      page,
      'keydown',
      { letter: ['query', query], results: ['cards', found.map(({ title }) => title)] },
      () => page.keyboard.press(key),
    )
    keys += 1
    add(samples, 'key → first handler', delay)
    add(samples, 'key → letter painted', painted.letter)
    // The results may be those of the key before, and be painted already.
    add(samples, 'key → results painted', Math.max(painted.letter, painted.results))
  }
  await setTimeout(300)
  const slow = await page.evaluate(() => bench.slowInteractions())
  const quick = Array.from({ length: Math.max(0, keys - slow.length) }, () => 16)
  add(samples, 'key → next paint (Event Timing)', ...slow, ...quick)
  await interact(
    page,
    'click',
    { all: ['cards', notes.slice(0, CHECKED_CARDS).map(({ title }) => title)] },
    () => toggle.click(),
  )
}

function keysOf(word: string): { key: string; query: string }[] {
  const typed = [...word].map((key, index) => ({ key, query: word.slice(0, index + 1) }))
  const deleted = [...word].map((_, index) => ({ key: 'Backspace', query: word.slice(0, -1 - index) }))
  return [...typed, ...deleted]
}
