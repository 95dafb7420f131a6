import type { BrowserContext } from '@playwright/test'
import { BASE } from '../e2e/support/fixtures'
import { startStaticHost } from '../e2e/support/servers/static-host'
import { buildEmptyPage } from '../e2e/support/weight/build-empty-page'
import { blankPage, createContext, launch, type Slowdown } from './list/browser'
import { startListHost } from './list/host'
import { createNotes } from './list/notes'
import { grouped } from './list/report'
import type { Opening } from './opening/in-page'
import { startSlowLine } from './opening/slow-line'
import { saveResult } from './results'
import { median } from './statistics'

declare const opening: Opening

const IN_PAGE = 'bench/opening/in-page.ts'

const SIZES = [100, 1000, 10_000]
const ROUNDS = 5

type Line = { slowdown: Slowdown; isSlow: boolean }

const LINES: Record<string, Line> = {
  'slow line': { slowdown: 4, isSlow: true },
  loopback: { slowdown: 1, isSlow: false },
}

/** Milliseconds from the address to the first cards; on an empty page of Next, until React has taken it over. */
type Times = Record<'floor' | 'emptyPage' | 'first' | 'second', number[]>

/** Measures opening the list over a slow line, for the first time and with the service worker. */
export async function measureOpening(args: string[]): Promise<void> {
  const folder = buildEmptyPage()
  const rows: Record<string, Record<string, number>> = {}
  for (const [name, line] of Object.entries(LINES)) {
    for (const size of args.length > 0 ? args.map(Number) : SIZES) {
      const { floor, emptyPage, first, second } = await timesOf(size, line, folder)
      const [ofFloor, ofFirst, ofSecond] = [median(floor), median(first), median(second)]
      rows[`${grouped(size)} notes, ${name}`] = {
        floor: Math.round(ofFloor),
        'empty page': Math.round(median(emptyPage)),
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

async function timesOf(size: number, { slowdown, isSlow }: Line, emptyPage: string): Promise<Times> {
  const notes = createNotes(size)
  const host = await startListHost(notes, Buffer.from(JSON.stringify(notes)), { isOptimized: true })
  const sites = await Promise.all(
    ['bench/list/floor', emptyPage, 'out'].map((folder) =>
      startStaticHost({ folder, basePath: BASE, apiOrigin: host.origin, isCompressed: true }),
    ),
  )
  const lines = isSlow ? await Promise.all(sites.map(({ origin }) => startSlowLine(origin))) : []
  const [floorUrl = '', emptyPageUrl = '', appUrl = ''] = (isSlow ? lines : sites).map(
    ({ origin }) => `${origin}${BASE}/`,
  )
  const browser = await launch()
  const times: Times = { floor: [], emptyPage: [], first: [], second: [] }
  const open = (context: BrowserContext, url: string, ready: keyof Opening, settled?: () => Promise<void>) =>
    timeOf(context, { url, slowdown, ready, settled })
  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      console.error(`${grouped(size)} notes, round ${round} of ${ROUNDS}`)
      const [forFloor, forApp] = [
        await createContext(browser, 'block', IN_PAGE),
        await createContext(browser, 'allow', IN_PAGE),
      ]
      times.floor.push(await open(forFloor, floorUrl, 'cards'))
      times.emptyPage.push(await open(forFloor, emptyPageUrl, 'hydrated'))
      times.first.push(await open(forApp, `${appUrl}notas/`, 'cards', isStored))
      times.second.push(await open(forApp, `${appUrl}notas/`, 'cards'))
      await Promise.all([forFloor.close(), forApp.close()])
    }
  } finally {
    await browser.close()
    await Promise.all([...lines, ...sites, host].map((server) => server.stop()))
  }
  return times
}

type Visit = {
  url: string
  slowdown: Slowdown
  ready: keyof Opening
  settled?: (() => Promise<void>) | undefined
}

/** Opens a new tab until the condition is painted, and closes it when the page has settled. */
async function timeOf(context: BrowserContext, { url, slowdown, ready, settled }: Visit): Promise<number> {
  const { page } = await blankPage(context, slowdown)
  await page.goto(url, { waitUntil: 'commit' })
  const time = await page.evaluate((what) => opening[what], ready)
  if (settled) await page.evaluate(settled)
  await page.close()
  return time
}

/** Waits, in the page, until the service worker has the release and the database the list. */
async function isStored(): Promise<void> {
  await navigator.serviceWorker.ready
  while (!localStorage.getItem('notas-list-etag')) await new Promise((resolve) => setTimeout(resolve, 50))
}
