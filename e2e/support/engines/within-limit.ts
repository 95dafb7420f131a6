import { setTimeout } from 'node:timers/promises'
import { LIMIT } from './tab'

/** How long to wait before the next attempt, in milliseconds. */
const INTERVAL = 50

/** Repeats an attempt until it neither throws nor resolves to undefined or null, at most `LIMIT`. */
export async function withinLimit<Result>(
  what: string,
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
  throw new Error(`There was no ${what} within ${LIMIT} ms.`, { cause })
}
