import { isWaiting } from '@/lib/offline/record'
import { readJournal } from './journal'

let isOpening = true

export async function resumeWaiting(): Promise<void> {
  const isFirst = isOpening
  isOpening = false
  const waiting = document.hidden ? [] : (await readJournal()).filter(isWaiting)
  if (waiting.length === 0) return
  const { sendWaiting, watchWaiting } = await import('./send-waiting')
  watchWaiting()
  // Opening the app again and again must not use up the attempts that a write has where a page answers.
  if (!isFirst || waiting.some(({ state }) => !('pages' in state && state.pages))) sendWaiting()
}
