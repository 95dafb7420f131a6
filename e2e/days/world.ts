import { type Random, seeded } from '../support/random'

type Timer = { at: number; id: number; run: () => void }

export type World = ReturnType<typeof createWorld>

/** 9 March 2026, 8:00 in UTC. */
const MORNING = Date.UTC(2026, 2, 9, 8)

/** Tasks at one moment, of which a day has about a hundred: pages with more never come to rest. */
const MAX_TASKS = 10_000

/** Clock and tasks of a day: time moves only when nothing is left to do. */
export function createWorld(seed: number) {
  let source = seeded(seed)
  const random: Random = {
    below: (limit) => source.below(limit),
    between: (first, last) => source.between(first, last),
    chance: (probability) => source.chance(probability),
    pick: (items) => source.pick(items),
    fork: () => source.fork(),
  }
  const timers: Timer[] = []
  let tasks: (() => void)[] = []
  let now = MORNING
  let ids = 0

  function run(work: () => void): void {
    try {
      work()
    } catch (cause) {
      world.onError(cause)
    }
  }

  async function drain(limit = Infinity): Promise<void> {
    for (let done = 0; done < limit; ) {
      await turn()
      const batch = tasks.splice(0, 1)
      if (batch.length === 0) return
      for (const work of batch) run(work)
      done += batch.length
      if (done < MAX_TASKS) continue
      tasks = []
      world.onError(new Error('The pages never come to rest'))
    }
  }

  const world = {
    random,
    /** What is drawn from now on depends on this seed alone. */
    reseed(next: number): void {
      source = seeded(next)
    },
    onError: (_cause: unknown): void => {},
    now: () => now,
    task: (work: () => void): void => void tasks.push(work),
    after(delay: number, work: () => void): number {
      const timer = { at: now + Math.max(Number(delay) || 0, 0), id: ++ids, run: work }
      let at = timers.length
      while (at > 0 && (timers[at - 1] as Timer).at > timer.at) at--
      timers.splice(at, 0, timer)
      return timer.id
    },
    cancel(id: number): void {
      const at = timers.findIndex((timer) => timer.id === id)
      if (at >= 0) timers.splice(at, 1)
    },
    /** Does at most so many tasks, without the clock. */
    step: (limit: number): Promise<void> => drain(limit),
    async wait(ms: number): Promise<void> {
      const until = now + ms
      for (;;) {
        await drain()
        const next = timers[0]
        if (!next || next.at > until) break
        timers.shift()
        now = Math.max(now, next.at)
        run(next.run)
      }
      now = until
    },
    end(): void {
      tasks = []
      timers.length = 0
    },
  }
  return world
}

/** Lets promises go on until they wait for a task. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
