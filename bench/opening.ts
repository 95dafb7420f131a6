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
import type { Result } from './results'
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

/** Milliseconds from the address to the first titles and cards; on an empty page of Next, until React has taken it over. */
type Times = Record<'floor' | 'emptyPage' | 'titles' | 'cards' | 'titlesAgain' | 'cardsAgain', number[]>

/** Measures opening the list over a slow line, for the first time and with the service worker. */
export async function measureOpening(args: string[]): Promise<Result> {
  const folder = buildEmptyPage()
  const rows: Record<string, Record<string, number>> = {}
  for (const [name, line] of Object.entries(LINES)) {
    for (const size of args.length > 0 ? args.map(Number) : SIZES) {
      const times = await timesOf(size, line, folder)
      const floor = median(times.floor)
      const ratioOf = (of: number[]) => Number((median(of) / floor).toFixed(2))
      rows[`${grouped(size)} notes, ${name}`] = {
        floor: Math.round(floor),
        'empty page': Math.round(median(times.emptyPage)),
        'first titles': Math.round(median(times.titles)),
        'first cards': Math.round(median(times.cards)),
        'titles again': Math.round(median(times.titlesAgain)),
        'cards again': Math.round(median(times.cardsAgain)),
        'titles ratio': ratioOf(times.titles),
        'cards ratio': ratioOf(times.cards),
        'cards again ratio': ratioOf(times.cardsAgain),
      }
    }
  }
  const title = `From the address, in milliseconds: medians of ${ROUNDS} alternating rounds; again: a second opening`
  return {
    tables: { [title]: rows },
    figures: rows,
    chart: {
      title:
        'From the address to the first cards on a phone with a slow line, as ratios to a page without a framework',
      note: 'Shorter is better; the line is the floor.',
      bars: Object.entries(rows).flatMap(([label, row]) => [
        { label: `${label}, first titles`, ratio: row['titles ratio'] ?? NaN },
        { label: `${label}, first cards`, ratio: row['cards ratio'] ?? NaN },
        { label: `${label}, first cards again`, ratio: row['cards again ratio'] ?? NaN },
      ]),
    },
    isComplete: args.length === 0,
  }
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
  const times: Times = { floor: [], emptyPage: [], titles: [], cards: [], titlesAgain: [], cardsAgain: [] }

  /** Opens a new tab, and closes it when all is painted and the page has settled. `rows` maps what is painted to the row of its time. */
  async function measure(
    context: BrowserContext,
    url: string,
    rows: Partial<Record<keyof Opening, keyof Times>>,
    settled = async () => {},
  ): Promise<void> {
    const { page } = await blankPage(context, slowdown)
    await page.goto(url, { waitUntil: 'commit' })
    const names = Object.keys(rows) as (keyof Opening)[]
    const painted = await page.evaluate((names) => Promise.all(names.map((name) => opening[name])), names)
    await page.evaluate(settled)
    await page.close()
    Object.values(rows).forEach((row, index) => {
      times[row].push(painted[index] ?? NaN)
    })
  }

  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      console.error(`${grouped(size)} notes, round ${round} of ${ROUNDS}`)
      const [forFloor, forApp] = [
        await createContext(browser, 'block', IN_PAGE),
        await createContext(browser, 'allow', IN_PAGE),
      ]
      await measure(forFloor, floorUrl, { cards: 'floor' })
      await measure(forFloor, emptyPageUrl, { hydrated: 'emptyPage' })
      await measure(forApp, `${appUrl}notas/`, { titles: 'titles', cards: 'cards' }, isStored)
      await measure(forApp, `${appUrl}notas/`, { titles: 'titlesAgain', cards: 'cardsAgain' })
      await Promise.all([forFloor.close(), forApp.close()])
    }
  } finally {
    await browser.close()
    await Promise.all([...lines, ...sites, host].map((server) => server.stop()))
  }
  return times
}

/** Waits, in the page, until the service worker has the release and the database the list. */
async function isStored(): Promise<void> {
  await navigator.serviceWorker.ready
  while (!localStorage.getItem('notas-list-etag')) await new Promise((resolve) => setTimeout(resolve, 50))
}
