/** NaN where there are none. */
export function median(numbers: number[]): number {
  const sorted = inOrder(numbers)
  const middle = Math.floor(sorted.length / 2)
  const [low = NaN, high = NaN] =
    sorted.length % 2 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1)
  return low === high ? low : (low + high) / 2
}

/** The smallest number that so large a share of them does not exceed; NaN where there are none. */
export function percentile(numbers: number[], share: number): number {
  return inOrder(numbers)[Math.max(0, Math.ceil(numbers.length * share) - 1)] ?? NaN
}

function inOrder(numbers: number[]): number[] {
  return [...numbers].sort((a, b) => a - b)
}
