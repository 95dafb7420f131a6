import { ApiError } from '@/lib/api/api-error'

const FIRST_WIDTH = 6
const MAX_WIDTH = 32
const QUICK_MS = 500

/** Creates a pool of concurrent calls: more while the host is quick, half when it is overloaded, none after a failure. */
export function createCallPool() {
  let width = FIRST_WIDTH

  /** Calls `work` with what `next` returns, until that is undefined. Fails with an `AggregateError`. */
  return async <Item extends object | string>(
    next: () => Item | undefined,
    work: (item: Item) => Promise<void>,
  ): Promise<void> => {
    const running = new Map<Promise<void>, number>()
    const errors: unknown[] = []
    let started = 0

    async function run(call: Promise<void>): Promise<void> {
      const since = performance.now()
      try {
        await call
        if (performance.now() - since < QUICK_MS) width = Math.min(MAX_WIDTH, width + 1 / width)
      } catch (error) {
        errors.push(error)
      }
    }

    function canStart(): boolean {
      const [oldest = started] = running.values()
      return errors.length === 0 && running.size < Math.floor(width) && started - oldest < MAX_WIDTH
    }

    for (;;) {
      const item = canStart() ? next() : undefined
      if (item !== undefined) {
        const call = run(work(item)).finally(() => running.delete(call))
        running.set(call, started)
        started += 1
      } else if (running.size > 0) await Promise.race(running.keys())
      else break
    }
    if (errors.some(isOverload)) width = Math.max(1, width / 2)
    if (errors.length > 0) throw new AggregateError(errors)
  }
}

function isOverload(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 429 || error.status === 503)
}
