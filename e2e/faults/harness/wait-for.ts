import { setTimeout } from 'node:timers/promises'
import { ask } from './send'

/** Milliseconds until the host says that it is well; throws where it never does. */
export function untilHealthy(host: { origin: string }, patience = 30_000): Promise<number> {
  return until('the host is well', patience, async () => {
    return (await ask(host, 'GET', '/api/health')).status === 200
  })
}

/** Milliseconds until it is true. */
export async function until(
  what: string,
  patience: number,
  isTrue: () => boolean | Promise<boolean>,
): Promise<number> {
  const start = performance.now()
  while (!(await isTrue())) {
    if (performance.now() - start > patience) throw new Error(`It took too long until ${what}.`)
    await setTimeout(20)
  }
  return performance.now() - start
}
