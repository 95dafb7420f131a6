import { setTimeout } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { inBlankPage, type Slowdown } from './browser'
import type { Opening } from './in-page/opening'
import { add, type Samples } from './measures'
import type { List } from './step'
import { OPENING, USING } from './steps'
import { openPage } from './steps/open'

const STEP_TIMEOUT_MS = 60_000

type Target = { browser: Browser; url: string; slowdown: Slowdown }

/** Opens the floor in a new browser context. */
export function visitFloor({ browser, url, slowdown }: Target): Promise<Opening> {
  return inBlankPage(browser, slowdown, ({ page }) => withTimeout(openPage(page, url)))
}

type Options = Target & {
  list: List
  samples: Samples
  /** Whether the steps after opening are run, too. */
  isFull: boolean
}

/** Opens the app in a new browser context. Stops at the first step that fails or times out, and returns false. */
export function visitApp({ browser, url, slowdown, list, samples, isFull }: Options): Promise<boolean> {
  return inBlankPage(browser, slowdown, async (blank) => {
    for (const { main, run } of isFull ? [OPENING, ...USING] : [OPENING]) {
      try {
        await withTimeout(run({ ...list, ...blank, url, samples }))
      } catch (cause) {
        console.error(`${main}: ${cause}`)
        add(samples, main, cause instanceof StepTimeout ? Infinity : NaN)
        return false
      }
    }
    return true
  })
}

class StepTimeout extends Error {
  override message = `not within ${STEP_TIMEOUT_MS / 1000} s`
}

function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  const end = setTimeout(STEP_TIMEOUT_MS, undefined, { ref: false })
  return Promise.race([work, end.then(() => Promise.reject(new StepTimeout()))])
}
