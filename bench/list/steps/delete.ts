import { add } from '../measures'
import type { Visit } from '../visit'
import { openModal } from './modal'
import { watchPress } from './press'

/** Without the fading of the card, which takes 120 ms: as somebody sees it who wants no motion. */
export async function deleteFirst({ page, notes, samples }: Visit): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openModal(page)
  const confirm = page.locator('dialog[open] button').last()
  const { painted } = await watchPress(page, 'click', { gone: ['firstCardIsNot', notes[0]?._id ?? ''] }, () =>
    confirm.click(),
  )
  add(samples, 'press → deleted card gone', painted.gone)
}
