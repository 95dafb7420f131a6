/** NaN if there are no numbers. */
export function median(numbers: number[]): number {
  const sorted = ascending(numbers)
  const middle = Math.floor(sorted.length / 2)
  const [low = NaN, high = NaN] =
    sorted.length % 2 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1)
  return low === high ? low : (low + high) / 2
}

/** Nearest-rank percentile; NaN if there are no numbers. */
export function percentile(numbers: number[], share: number): number {
  return ascending(numbers)[Math.max(0, Math.ceil(numbers.length * share) - 1)] ?? NaN
}

function ascending(numbers: number[]): number[] {
  return [...numbers].sort((a, b) => a - b)
}
