import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { content } from '../../support/drafts'
import type { Random } from '../../support/random'

const KEYS = [...'aeiouñlmnrst  \n']

export type Typist = {
  /** Ends with the key that is under way, or with the page. */
  stop: () => Promise<void>
  /** Everything that may be found again after a fault that began at a moment: what was on the screen 300 ms before, and later. */
  recoverableAt: (moment: number) => string[]
}

/** Types into the content of a note's form, and remembers when what was on the screen. */
export async function startTyping(page: Page, random: Random): Promise<Typist> {
  const field = await content(page).elementHandle()
  if (!field) throw new Error('There is nothing to type in.')
  await field.focus()
  await page.keyboard.press('Control+End')
  let text = await field.inputValue()
  const seen: { at: number; text: string }[] = []
  let isOn = true

  async function type(): Promise<void> {
    while (isOn) {
      const key = random.chance(0.1) ? undefined : random.pick(KEYS)
      text = key === undefined ? text.slice(0, -1) : text + key
      // Until it has been seen, nothing is promised about it.
      const screen = { at: Number.POSITIVE_INFINITY, text }
      seen.push(screen)
      await (key === undefined ? page.keyboard.press('Backspace') : page.keyboard.insertText(key))
      if ((await field.inputValue()) === text) screen.at = performance.now()
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
      return seen.slice(Math.max(first, 0)).map((screen) => screen.text)
    },
  }
}
