import { setTimeout } from 'node:timers/promises'
import { add } from '../measures'
import type { Visit } from '../step'
import { interact } from './interact'

export async function goToBothEnds({ page, notes, samples }: Visit): Promise<void> {
  const last = notes.at(-1)?._id ?? ''
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await setTimeout(500)
  const end = await interact(page, 'keydown', { end: ['end', last] }, () => page.keyboard.press('End'))
  add(samples, 'End → last card painted', end.painted.end)
  await setTimeout(500)
  const home = await interact(page, 'keydown', { top: ['top'] }, () => page.keyboard.press('Home'))
  add(samples, 'Home → first cards painted', home.painted.top)
}
