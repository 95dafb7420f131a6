import type { Page } from '@playwright/test'
import type { Condition } from '../in-page/conditions'
import type { Interaction } from '../in-page/interaction'
import type { Bench } from '../in-page/main'

declare const bench: Bench

/** Clicks or presses a key, and waits until the page is painted with each condition true. */
export async function interact<Name extends string>(
  page: Page,
  type: 'click' | 'keydown',
  conditions: Record<Name, Condition>,
  act: () => Promise<unknown>,
): Promise<Interaction<Name>> {
  await page.evaluate(([type, conditions]) => bench.expectInteraction(type, conditions), [
    type,
    conditions as Record<string, Condition>,
  ] as const)
  await act()
  return (await page.evaluate(() => bench.interaction())) as Interaction<Name>
}
