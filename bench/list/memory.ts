import type { CDPSession } from '@playwright/test'
import { add } from './measures'
import type { Memory, Visit } from './step'

const MEGABYTE = 1e6

export async function addMemory({ page, cdp, samples, jsonBytes, empty }: Visit): Promise<void> {
  const { heap, buffers } = await memoryOf(cdp)
  const ofList = heap - empty.heap
  add(samples, 'heap', heap / MEGABYTE)
  add(samples, 'heap without empty page / JSON', ofList / jsonBytes)
  add(samples, 'heap and buffers without empty page / JSON', (ofList + buffers - empty.buffers) / jsonBytes)
  await cdp.send('Performance.enable')
  const { metrics } = await cdp.send('Performance.getMetrics')
  add(samples, 'DOM nodes', metrics.find(({ name }) => name === 'Nodes')?.value ?? NaN)
  add(samples, 'elements', await page.evaluate(() => document.querySelectorAll('*').length))
}

export async function addEndHeap({ cdp, samples }: Visit): Promise<void> {
  add(samples, 'heap at the end', (await memoryOf(cdp)).heap / MEGABYTE)
}

/** Measures the page after a garbage collection, without workers. */
export async function memoryOf(cdp: CDPSession): Promise<Memory> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize } = await cdp.send('Runtime.getHeapUsage')
  return { heap: usedSize, buffers: backingStorageSize }
}
