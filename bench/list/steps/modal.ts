import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { add } from '../measures'
import type { Visit } from '../step'
import { interact } from './interact'

export async function openAndCloseModal({ page, samples }: Visit): Promise<void> {
  const opened = await openModal(page)
  add(samples, 'click → modal painted', opened)
  await setTimeout(300)
  const { painted } = await interact(page, 'keydown', { gone: ['noModal'] }, () =>
    page.keyboard.press('Escape'),
  )
  add(samples, 'Escape → modal gone', painted.gone)
}

/** Opens the delete dialog of the first card, after the pointer has been on the button for 0.3 s. */
export async function openModal(page: Page): Promise<number> {
  const bin = page.locator('article button').first()
  await bin.hover()
  await setTimeout(300)
  const { painted } = await interact(page, 'click', { modal: ['modal'] }, () => bin.click())
  return painted.modal
}
