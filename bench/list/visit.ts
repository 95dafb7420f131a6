import { setTimeout } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from '@playwright/test'
import type { Note } from '@/lib/domain/note'
import { openBlank, type Slowdown } from './browser'
import type { Opening } from './in-page/opening'
import { add, type Samples } from './measures'
import { OPENING, USING } from './steps'
import { open } from './steps/open'

/** Milliseconds after which a step counts as one that never ends. */
const PATIENCE = 60_000

export type List = { notes: Note[]; jsonBytes: number; emptyHeap: number }
type Target = { browser: Browser; url: string; slowdown: Slowdown }

/** What a step works with. */
export type Visit = List & { page: Page; cdp: CDPSession; url: string; samples: Samples }

/** Opens a page with nothing kept, and says how its list came up. */
export async function visitFloor({ browser, url, slowdown }: Target): Promise<Opening> {
  const { page, close } = await openBlank(browser, slowdown)
  try {
    return await withTimeout(open(page, url))
  } finally {
    await close()
  }
}

type Options = Target & {
  list: List
  samples: Samples
  /** Whether the list is used, too, and not only opened. */
  isWhole: boolean
}

/** Opens the app with nothing kept. False where a step failed or did not end: the visit ends there. */
export async function visitApp({
  browser,
  url,
  slowdown,
  list,
  samples,
  isWhole,
}: Options): Promise<boolean> {
  const { page, cdp, close } = await openBlank(browser, slowdown)
  try {
    for (const { main, run } of isWhole ? [OPENING, ...USING] : [OPENING]) {
      try {
        await withTimeout(run({ ...list, page, cdp, url, samples }))
      } catch (cause) {
        console.error(`${main}: ${cause}`)
        add(samples, main, cause instanceof OutOfTime ? Infinity : NaN)
        return false
      }
    }
    return true
  } finally {
    await close()
  }
}

class OutOfTime extends Error {
  override message = `not within ${PATIENCE / 1000} s`
}

async function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  const stop = new AbortController()
  const end = setTimeout(PATIENCE, undefined, { signal: stop.signal }).then(() =>
    Promise.reject(new OutOfTime()),
  )
  // What is given up fails when its page closes, and nobody waits for it then.
  work.catch(() => {})
  end.catch(() => {})
  try {
    return await Promise.race([work, end])
  } finally {
    stop.abort()
  }
}
