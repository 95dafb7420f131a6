import type { Browser } from '@playwright/test'
import { BASE } from '../e2e/support/fixtures'
import { startStaticHost } from '../e2e/support/servers/static-host'
import { inBlankPage, launch, type Slowdown } from './list/browser'
import { startListHost } from './list/host'
import { add, type Samples } from './list/measures'
import { memoryOf } from './list/memory'
import { createNotes } from './list/notes'
import { type Cell, chartOf, figuresOf, grouped, SPEEDS, tablesOf } from './list/report'
import type { List } from './list/step'
import { visitApp, visitFloor } from './list/visit'
import type { Result } from './results'

const SIZES = [100, 1000, 10_000, 50_000]
/** Visits to the app, and to the floor. */
const ROUNDS = 5
/** Visits to the app that run all steps, beyond opening the list. */
const FULL_ROUNDS = 2

/** Delay of the list, in milliseconds. */
const RESPONSE_DELAY = 1500

/** Measures the list in a browser. */
export async function measureList(args: string[]): Promise<Result> {
  const sizes = args.length > 0 ? args.map(Number) : SIZES
  const cells: Cell[] = []
  for (const size of sizes) cells.push(...(await measureSize(size)))
  const isComplete = args.length === 0
  return { tables: tablesOf(cells), figures: figuresOf(cells), chart: chartOf(cells), isComplete }
}

async function measureSize(size: number): Promise<Cell[]> {
  const notes = createNotes(size)
  const json = Buffer.from(JSON.stringify(notes))
  console.log(`${grouped(size)} notes are ${(json.length / 1e6).toFixed(2)} MB of JSON.`)
  // The response comes when the scripts are ready, so that only what follows it is measured.
  const host = await startListHost(notes, json, { delay: RESPONSE_DELAY })
  const app = await startStaticHost({ folder: 'out', basePath: BASE, apiOrigin: host.origin })
  const floor = await startStaticHost({ folder: 'bench/list/floor', basePath: BASE, apiOrigin: host.origin })
  const cells: Cell[] = []
  try {
    for (const slowdown of [1, 4] as const) {
      const browser = await launch()
      const empty = await inBlankPage(browser, 1, ({ cdp }) => memoryOf(cdp))
      const list = { notes, jsonBytes: json.length, empty }
      const urls = { app: `${app.origin}${BASE}/notas/`, floor: `${floor.origin}${BASE}/` }
      const samples = await measureRounds(browser, urls, slowdown, list)
      cells.push({ notes: size, jsonBytes: json.length, speed: SPEEDS[slowdown], samples })
      await browser.close()
    }
  } finally {
    await Promise.all([app.stop(), floor.stop(), host.stop()])
  }
  return cells
}

async function measureRounds(
  browser: Browser,
  urls: { app: string; floor: string },
  slowdown: Slowdown,
  list: List,
): Promise<Samples> {
  const samples: Samples = {}
  for (let round = 1; round <= ROUNDS; round += 1) {
    logProgress(`${grouped(list.notes.length)} notes, ${SPEEDS[slowdown]}, round ${round} of ${ROUNDS}`)
    const floor = await visitFloor({ browser, url: urls.floor, slowdown })
    add(samples, 'response → first cards, floor', floor.firstCards)
    add(samples, 'response → all reachable, floor', floor.reachable)
    const isFull = round <= FULL_ROUNDS
    const isComplete = await visitApp({ browser, url: urls.app, slowdown, list, samples, isFull })
    addRatios(samples)
    if (!isComplete) break
  }
  return samples
}

function addRatios(samples: Samples): void {
  for (const measure of ['response → first cards', 'response → all reachable'] as const) {
    const floors = samples[`${measure}, floor`] ?? []
    const [app, floor] = [samples[measure]?.[floors.length - 1], floors.at(-1)]
    const ratio = app !== undefined && floor !== undefined ? app / floor : NaN
    if (Number.isFinite(ratio)) add(samples, `${measure}, ratio`, ratio)
  }
}

function logProgress(step: string): void {
  console.error(`[${Math.round(performance.now() / 1000)} s] ${step}`)
}
