import type { Browser, BrowserContext } from '@playwright/test'
import { BASE } from '../e2e/support/fixtures'
import { startStaticHost } from '../e2e/support/servers/static-host'
import { blankPage, createContext, launch, type Slowdown } from './list/browser'
import { startListHost } from './list/host'
import type { Bench } from './list/in-page/main'
import { createNotes } from './list/notes'
import { grouped } from './list/report'
import { startSlowLine } from './opening/slow-line'
import { saveResult } from './results'
import { median } from './statistics'

declare const bench: Bench

const SIZES = [100, 1000, 10_000]
const ROUNDS = 5

type Line = { slowdown: Slowdown; isSlow: boolean }

const LINES: Record<string, Line> = {
  'slow line': { slowdown: 4, isSlow: true },
  loopback: { slowdown: 1, isSlow: false },
}

/** Milliseconds from the address to the first cards. */
type Times = Record<'floor' | 'first' | 'second', number[]>

/** Measures opening the list over a slow line, for the first time and with the service worker. */
export async function measureOpening(args: string[]): Promise<void> {
  const rows: Record<string, Record<string, number>> = {}
  for (const [name, line] of Object.entries(LINES)) {
    for (const size of args.length > 0 ? args.map(Number) : SIZES) {
      const { floor, first, second } = await timesOf(size, line)
      const [ofFloor, ofFirst, ofSecond] = [median(floor), median(first), median(second)]
      rows[`${grouped(size)} notes, ${name}`] = {
        floor: Math.round(ofFloor),
        'first opening': Math.round(ofFirst),
        'second opening': Math.round(ofSecond),
        'first ratio': Number((ofFirst / ofFloor).toFixed(2)),
        'second ratio': Number((ofSecond / ofFloor).toFixed(2)),
      }
    }
  }
  console.log(`From the address to the first cards, in milliseconds: medians of ${ROUNDS} alternating rounds`)
  console.table(rows)
  if (args.length > 0) return
  saveResult('opening', rows, {
    title:
      'From the address to the first cards on a phone with a slow line, as ratios to a page without a framework',
    note: 'Shorter is better; the line is the floor.',
    bars: Object.entries(rows).flatMap(([label, row]) => [
      { label: `${label}, first opening`, ratio: row['first ratio'] ?? NaN },
      { label: `${label}, second opening`, ratio: row['second ratio'] ?? NaN },
    ]),
  })
}

async function timesOf(size: number, { slowdown, isSlow }: Line): Promise<Times> {
  const notes = createNotes(size)
  const host = await startListHost(notes, Buffer.from(JSON.stringify(notes)), { isOptimized: true })
  const site = { basePath: BASE, apiOrigin: host.origin, isCompressed: true }
  const app = await startStaticHost({ ...site, folder: 'out' })
  const floor = await startStaticHost({ ...site, folder: 'bench/list/floor' })
  const lines = isSlow ? await Promise.all([startSlowLine(app.origin), startSlowLine(floor.origin)]) : []
  const [appOrigin, floorOrigin] = [lines[0]?.origin ?? app.origin, lines[1]?.origin ?? floor.origin]
  const browser = await launch()
  const times: Times = { floor: [], first: [], second: [] }
  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      console.error(`${grouped(size)} notes, round ${round} of ${ROUNDS}`)
      times.floor.push(await timeOfFloor(browser, `${floorOrigin}${BASE}/`, slowdown))
      const { first, second } = await timesOfApp(browser, `${appOrigin}${BASE}/notas/`, slowdown)
      times.first.push(first)
      times.second.push(second)
    }
  } finally {
    await browser.close()
    await Promise.all([...lines, app, floor, host].map((server) => server.stop()))
  }
  return times
}

async function timeOfFloor(browser: Browser, url: string, slowdown: Slowdown): Promise<number> {
  const context = await createContext(browser, 'block')
  const time = await timeOf(context, url, slowdown)
  await context.close()
  return time
}

async function timesOfApp(
  browser: Browser,
  url: string,
  slowdown: Slowdown,
): Promise<{ first: number; second: number }> {
  const context = await createContext(browser, 'allow')
  const first = await timeOf(context, url, slowdown, async () => {
    await navigator.serviceWorker.ready
    while (!localStorage.getItem('notas-list-etag')) await new Promise((resolve) => setTimeout(resolve, 50))
  })
  const second = await timeOf(context, url, slowdown)
  await context.close()
  return { first, second }
}

/** Opens the address, and waits until what follows is done. */
async function timeOf(
  context: BrowserContext,
  url: string,
  slowdown: Slowdown,
  settled?: () => Promise<void>,
): Promise<number> {
  const { page } = await blankPage(context, slowdown)
  await page.goto(url, { waitUntil: 'commit' })
  const { opened } = await page.evaluate(() => bench.opening())
  if (settled) await page.evaluate(settled)
  await page.close()
  return opened
}
