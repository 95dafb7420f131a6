import type { CDPSession } from '@playwright/test'
import { add } from './measures'
import type { Visit } from './step'

const MEGABYTE = 1e6

export async function addMemory({ page, cdp, samples, jsonBytes, emptyHeap }: Visit): Promise<void> {
  const heap = await heapOf(cdp)
  add(samples, 'heap', heap / MEGABYTE)
  add(samples, 'heap without empty page / JSON', (heap - emptyHeap) / jsonBytes)
  await cdp.send('Performance.enable')
  const { metrics } = await cdp.send('Performance.getMetrics')
  add(samples, 'DOM nodes', metrics.find(({ name }) => name === 'Nodes')?.value ?? NaN)
  add(samples, 'elements', await page.evaluate(() => document.querySelectorAll('*').length))
}

export async function addEndHeap({ cdp, samples }: Visit): Promise<void> {
  add(samples, 'heap at the end', (await heapOf(cdp)) / MEGABYTE)
}

/** Bytes of the page's JavaScript heap in use after a garbage collection, without workers. */
export async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  return (await cdp.send('Runtime.getHeapUsage')).usedSize
}
