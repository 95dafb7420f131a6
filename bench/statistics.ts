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

/** Measures both in alternating order. The first round is a warm-up, and does not count. */
export async function compareInRounds(
  count: number,
  measures: Record<keyof Round, () => Promise<number>>,
): Promise<Comparison> {
  const rounds: Round[] = []
  for (let at = 0; at <= count; at += 1) {
    const round: Round = { host: NaN, floor: NaN }
    const names = ['host', 'floor'] as const
    for (const name of at % 2 ? names : names.toReversed()) round[name] = await measures[name]()
    if (at > 0) rounds.push(round)
    process.stderr.write('.')
  }
  return compare(rounds)
}

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
