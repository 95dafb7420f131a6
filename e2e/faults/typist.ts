import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { content } from '../drafts'
import type { Random } from './random'

const KEYS = [...'aeiouñlmnrst  \n']

export type Typist = {
  /** Ends with the next key, or with the page. */
  stop: () => Promise<void>
  /** Everything that may be found again after a fault that began at a moment: what was on the screen 300 ms before, and later. */
  recoverableAt: (moment: number) => string[]
}

/** Types into the content of a note's form, and remembers when what was on the screen. */
export async function startTyping(page: Page, random: Random): Promise<Typist> {
  await content(page).focus()
  await page.keyboard.press('Control+End')
  const seen: { at: number; text: string }[] = []
  let isOn = true

  async function type(): Promise<void> {
    while (isOn) {
      if (random.chance(0.1)) await page.keyboard.press('Backspace')
      else await page.keyboard.insertText(random.pick(KEYS))
      const text = await content(page).inputValue({ timeout: 1_000 })
      seen.push({ at: performance.now(), text })
      await setTimeout(random.below(120))
    }
  }

  // The page may be gone in the middle of a key.
  const typing = type().catch(() => {})
  return {
    async stop() {
      isOn = false
      await typing
    },
    recoverableAt(moment) {
      const first = seen.findLastIndex(({ at }) => at <= moment - 300)
      return seen.slice(Math.max(first, 0)).map(({ text }) => text)
    },
  }
}
