import pLimit from 'p-limit'
import type { Log } from '../http/log'

/** Tasks under way at once, and waiting for their turn. */
const CONCURRENCY = 5
const MAX_WAITING = 100

export type Background = {
  /** Nobody waits for the work, and the log tells of its failure. It is left undone when too much waits. */
  run: (task: string, work: () => Promise<void>) => void
  /** Resolves once nothing is left to do. */
  finished: () => Promise<void>
}

export function createJobQueue(log: Log): Background {
  const limit = pLimit(CONCURRENCY)
  const tasks = new Set<Promise<void>>()

  return {
    run(task, work) {
      if (limit.pendingCount >= MAX_WAITING) {
        log.error({ task }, 'Too much waits already.')
        return
      }
      const done = limit(work)
        .catch((cause: unknown) => log.error({ task }, cause))
        .finally(() => tasks.delete(done))
      tasks.add(done)
    },

    async finished() {
      await Promise.all(tasks)
    },
  }
}
