/** NaN if there are no numbers. */
export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = NaN, high = NaN] =
    sorted.length % 2 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1)
  return low === high ? low : (low + high) / 2
}

/** Figures of the host and of the floor in each round. */
export type Round = { host: number; floor: number }

export type Comparison = Round & { ratio: number }

/** Medians of the rounds. */
export function compare(rounds: Round[]): Comparison {
  return {
    host: Math.round(median(rounds.map(({ host }) => host))),
    floor: Math.round(median(rounds.map(({ floor }) => floor))),
    ratio: Number(median(rounds.map(({ host, floor }) => host / floor)).toFixed(2)),
  }
}

/** Nearest-rank percentile; NaN if there are no numbers. */
export function percentile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(numbers.length * share) - 1)] ?? NaN
}
