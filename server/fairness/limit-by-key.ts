import pLimit, { type LimitFunction } from 'p-limit'
import { tooBusy } from '../http/failures'

type Limits = { running: number; waiting: number }

/** Runs the work of each key in the order of the calls. Rejects with 503 while too much of that key waits. */
export function limitByKey({ running, waiting }: Limits) {
  const limits = new Map<string, LimitFunction>()

  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const limit = limits.get(key) ?? pLimit(running)
    limits.set(key, limit)
    try {
      return await enqueue(limit, waiting, work)
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(key)
    }
  }
}

export async function enqueue<Result>(
  limit: LimitFunction,
  maxWaiting: number,
  work: () => Promise<Result>,
): Promise<Result> {
  if (limit.pendingCount >= maxWaiting) throw tooBusy()
  return limit(work)
}
