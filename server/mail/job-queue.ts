import pLimit from 'p-limit'
import type { Log } from '../http/log'

const MAX_RUNNING = 5
const MAX_WAITING = 100

export type JobQueue = ReturnType<typeof createJobQueue>

export function createJobQueue(log: Log) {
  const limit = pLimit(MAX_RUNNING)
  const tasks = new Set<Promise<void>>()

  return {
    run(task: string, work: () => Promise<void>): void {
      if (limit.pendingCount >= MAX_WAITING) {
        log.error({ task }, 'Too much waits already.')
        return
      }
      const done = limit(work)
        .catch((cause: unknown) => log.error({ task }, cause))
        .finally(() => tasks.delete(done))
      tasks.add(done)
    },

    async finished(): Promise<void> {
      await Promise.all(tasks)
    },

    waiting: () => limit.pendingCount,
  }
}
