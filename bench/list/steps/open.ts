import type { Page } from '@playwright/test'
import type { Bench } from '../in-page/main'
import type { Opening } from '../in-page/opening'
import { add } from '../measures'
import type { Visit } from '../step'

declare const bench: Bench

export async function openPage(page: Page, url: string): Promise<Opening> {
  await page.goto(url)
  return page.evaluate(() => bench.opening())
}

export async function openList({ page, url, samples }: Visit): Promise<void> {
  const { firstTitles, firstCards, reachable, longestTask, longestGap } = await openPage(page, url)
  add(samples, 'response → first titles', firstTitles)
  add(samples, 'response → first cards', firstCards)
  add(samples, 'response → all reachable', reachable)
  add(samples, 'longest task while loading', longestTask)
  add(samples, 'longest timer gap while loading', longestGap)
}
