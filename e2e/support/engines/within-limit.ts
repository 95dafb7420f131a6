import { setTimeout } from 'node:timers/promises'
import { LIMIT } from './engine'

const INTERVAL_MS = 50

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
    await setTimeout(INTERVAL_MS)
  }
  throw new Error(`There was no ${name} within ${LIMIT} ms.`, { cause })
}
