import { randomInt } from 'node:crypto'

export type Random = {
  /** Integer from 0 to `limit` - 1. */
  below: (limit: number) => number
  /** Integer from `first` to `last`. */
  between: (first: number, last: number) => number
  chance: (probability: number) => boolean
  pick: <Item>(items: readonly Item[]) => Item
  /** Independent generator for a concurrent task. */
  fork: () => Random
}

/** Returns the named seed, by default that of the variable SEED, which repeats an earlier run; or that of this run of Playwright; or a new one. */
export function chooseSeed(named = process.env.SEED || process.env.SEED_OF_RUN): number {
  if (!named) return randomInt(2 ** 31)
  if (/^\d+$/.test(named)) return Number(named)
  throw new Error(`The seed is '${named}', which is not a whole number.`)
}

export function seeded(seed: number): Random {
  let state = seed | 0

  /** mulberry32: a number from 0 up to 1, exclusive. */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    between: (first, last) => first + below(last - first + 1),
    chance: (probability) => next() < probability,
    pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
    fork: () => seeded(below(2 ** 31)),
  }
}
