import { setTimeout } from 'node:timers/promises'
import type { Bench } from '../in-page/main'
import { add } from '../measures'
import type { Visit } from '../step'
import { interact } from './interact'

declare const bench: Bench

const SCREENS = 30
/** Pixels per second: fast turning of a mouse wheel. */
const SCROLL_SPEED = 6000

export async function scroll({ page, cdp, samples }: Visit): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const wholeList = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  await page.mouse.move(width / 2, height / 2)
  await page.evaluate(() => bench.startFrames())
  await cdp.send('Input.synthesizeScrollGesture', {
    x: width / 2,
    y: height / 2,
    yDistance: -Math.min(wholeList, SCREENS * height),
    speed: SCROLL_SPEED,
    gestureSourceType: 'mouse',
  })
  const { over50, longest, blank } = await page.evaluate(() => bench.stopFrames())
  add(samples, 'frames over 50 ms while scrolling', over50)
  add(samples, 'longest frame while scrolling', longest)
  add(samples, 'blank frames while scrolling', blank)
}

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
