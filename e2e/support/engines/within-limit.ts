import { setTimeout } from 'node:timers/promises'
import { LIMIT } from './tab'

/** Wait before the next attempt, in milliseconds. */
const INTERVAL = 50

/** Repeats an attempt until it resolves to a value, for at most `LIMIT`. */
export async function withinLimit<Result>(
  name: string,
  attempt: () => Promise<Result>,
): Promise<NonNullable<Result>> {
  const deadline = performance.now() + LIMIT
  let cause: unknown
  while (performance.now() < deadline) {
    try {
      const result = await attempt()
      if (result !== undefined && result !== null) return result
    } catch (thrown) {
      cause = thrown
    }
    await setTimeout(INTERVAL)
  }
  throw new Error(`There was no ${name} within ${LIMIT} ms.`, { cause })
}
