import { add } from '../measures'
import type { Visit } from '../step'
import { interact } from './interact'
import { openModal } from './modal'

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
