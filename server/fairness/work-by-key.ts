import pLimit, { type LimitFunction } from 'p-limit'

export type WorkByKey = { take: <Result>(key: string, work: () => Promise<Result>) => Promise<Result> }

export class TooManyWaiting extends Error {}

/** Runs at most `maxRunning` works of one key at once; others wait in the order of their calls, or reject with TooManyWaiting. */
export function createWorkByKey(maxRunning: number, maxWaiting: number): WorkByKey {
  const limits = new Map<string, LimitFunction>()

  return {
    async take(key, work) {
      const limit = limits.get(key) ?? pLimit(maxRunning)
      limits.set(key, limit)
      if (limit.pendingCount >= maxWaiting) throw new TooManyWaiting()
      try {
        return await limit(work)
      } finally {
        if (limit.activeCount + limit.pendingCount === 0) limits.delete(key)
      }
    },
  }
}
