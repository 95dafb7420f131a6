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

/** Deletes the first card, with reduced motion: the fading of 120 ms is not measured. */
export async function deleteFirst({ page, notes, samples }: Visit): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openModal(page)
  const confirm = page.locator('dialog[open] button').last()
  const { painted } = await interact(page, 'click', { gone: ['firstCardIsNot', notes[0]?._id ?? ''] }, () =>
    confirm.click(),
  )
  add(samples, 'click → deleted card gone', painted.gone)
}

/** Opens the delete dialog of the first card, after the pointer has been on the button for 0.3 s. */
async function openModal(page: Page): Promise<number> {
  const bin = page.locator('article button').first()
  await bin.hover()
  await setTimeout(300)
  const { painted } = await interact(page, 'click', { modal: ['modal'] }, () => bin.click())
  return painted.modal
}
