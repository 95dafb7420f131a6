import pLimit, { type LimitFunction } from 'p-limit'

type Turns = { take: <Result>(key: string, work: () => Promise<Result>) => Promise<Result> }

/** Runs at most `maxRunning` works of one key at once; the others wait in the order of their calls. */
export function createTurns(maxRunning: number): Turns {
  const limits = new Map<string, LimitFunction>()

  return {
    async take(key, work) {
      const limit = limits.get(key) ?? pLimit(maxRunning)
      limits.set(key, limit)
      try {
        return await limit(work)
      } finally {
        if (limit.activeCount + limit.pendingCount === 0) limits.delete(key)
      }
    },
  }
}
