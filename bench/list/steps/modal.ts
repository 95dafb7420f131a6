import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { add } from '../measures'
import type { Visit } from '../visit'
import { watchPress } from './press'

export async function openAndCloseModal({ page, samples }: Visit): Promise<void> {
  const opened = await openModal(page)
  add(samples, 'press → modal painted', opened)
  await setTimeout(300)
  const { painted } = await watchPress(page, 'keydown', { gone: ['noModal'] }, () =>
    page.keyboard.press('Escape'),
  )
  add(samples, 'Escape → modal gone', painted.gone)
}

/** Of the first card, as somebody does whose pointer gets there before the press. */
export async function openModal(page: Page): Promise<number> {
  const bin = page.locator('article button').first()
  await bin.hover()
  await setTimeout(300)
  const { painted } = await watchPress(page, 'click', { modal: ['modal'] }, () => bin.click())
  return painted.modal
}
