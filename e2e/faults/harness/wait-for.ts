import { setTimeout } from 'node:timers/promises'
import type { Origin } from '../../support/api-client'
import { send } from './send'

export function waitUntilHealthy(host: Origin, timeout = 30_000): Promise<number> {
  return waitFor('the host is healthy', timeout, async () => {
    return (await send(host, 'GET', '/api/health')).status === 200
  })
}

/** Resolves to the milliseconds until the condition is true; throws after `timeout` milliseconds. */
export async function waitFor(
  condition: string,
  timeout: number,
  isTrue: () => boolean | Promise<boolean>,
): Promise<number> {
  const start = performance.now()
  while (!(await isTrue())) {
    if (performance.now() - start > timeout) throw new Error(`Timed out waiting until ${condition}.`)
    await setTimeout(20)
  }
  return performance.now() - start
}
