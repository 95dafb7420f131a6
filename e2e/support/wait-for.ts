import { setTimeout } from 'node:timers/promises'

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

export function succeeds(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  )
}
