import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { content } from '../../support/drafts'
import type { Random } from '../../support/random'

const KEYS = [...'aeiouñlmnrst  \n']

/**
 * Types a number that no other form has, then random keys, into the content of a note's form, and records when each
 * text was on the screen. The number stays: a text that is as it was saved has no draft, and would be waited for.
 */
export async function startTyping(page: Page, random: Random) {
  const field = await content(page).elementHandle()
  if (!field) throw new Error('The page has no form to type in.')
  await field.focus()
  await page.keyboard.press('Control+End')
  let text = await field.inputValue()
  const seen: { at: number; text: string }[] = []
  let isTyping = true

  async function press(key: string | undefined): Promise<void> {
    text = key === undefined ? text.slice(0, -1) : text + key
    // Not recoverable until it has been on the screen.
    const screen = { at: Number.POSITIVE_INFINITY, text }
    seen.push(screen)
    await (key === undefined ? page.keyboard.press('Backspace') : page.keyboard.insertText(key))
    if ((await field?.inputValue()) === text) screen.at = performance.now()
  }

  async function typeOn(start: string): Promise<void> {
    while (isTyping) {
      await press(text !== start && random.chance(0.1) ? undefined : random.pick(KEYS))
      await setTimeout(random.below(120))
    }
  }

  await press(String(random.below(2 ** 31)))
  // The page may close while a key is pressed.
  const typing = typeOn(text).catch(() => {})
  return {
    async stop(): Promise<void> {
      isTyping = false
      await typing
    },
    /** Texts that may be recovered after a fault at that moment: the one shown 300 ms before it, and all later ones. */
    recoverableAt(moment: number): string[] {
      const first = seen.findLastIndex(({ at }) => at <= moment - 300)
      return seen.slice(Math.max(first, 0)).map((screen) => screen.text)
    },
  }
}
