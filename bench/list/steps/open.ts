import type { Page } from '@playwright/test'
import type { Bench } from '../in-page/main'
import type { Opening } from '../in-page/opening'
import { add } from '../measures'
import type { Visit } from '../visit'

declare const bench: Bench

export async function open(page: Page, url: string): Promise<Opening> {
  await page.goto(url)
  return page.evaluate(() => bench.opening())
}

export async function openList({ page, url, samples }: Visit): Promise<void> {
  const { opened, firstCards, reachable, longestTask, longestGap } = await open(page, url)
  add(samples, 'opening → first cards', opened)
  add(samples, 'answer → first cards', firstCards)
  add(samples, 'answer → all reachable', reachable)
  add(samples, 'longest task until then', longestTask)
  add(samples, 'longest gap until then', longestGap)
}
