import type { Page } from '@playwright/test'
import type { Sight } from '../in-page/conditions'
import type { Press } from '../in-page/interaction'
import type { Bench } from '../in-page/main'

declare const bench: Bench

/** Presses, and waits until every sight is painted. */
export async function watchPress<Name extends string>(
  page: Page,
  type: 'click' | 'keydown',
  sights: Record<Name, Sight>,
  press: () => Promise<unknown>,
): Promise<Press<Name>> {
  await page.evaluate(([type, sights]) => bench.watch(type, sights), [
    type,
    sights as Record<string, Sight>,
  ] as const)
  await press()
  return (await page.evaluate(() => bench.watched())) as Press<Name>
}
