import { randomInt } from 'node:crypto'

/** Repeatable: the same seed gives the same numbers. */
export type Random = {
  /** A whole number from 0 up to, and without, the limit. */
  below: (limit: number) => number
  /** A whole number from the first to the last. */
  between: (first: number, last: number) => number
  chance: (probability: number) => boolean
  pick: <Item>(items: readonly Item[]) => Item
  /** Another one, for something that runs beside this. */
  fork: () => Random
}

/** FAULTS_SEED repeats what an earlier run chose. */
export function chooseSeed(): number {
  return process.env.FAULTS_SEED ? Number(process.env.FAULTS_SEED) : randomInt(2 ** 31)
}

export function seeded(seed: number): Random {
  let state = seed | 0

  /** mulberry32, from 0 up to, and without, 1. */
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
