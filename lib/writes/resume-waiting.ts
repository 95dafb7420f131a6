import { type DraftOrWrite, isWaiting } from '@/lib/offline/record'
import { readJournal } from './journal'

let isOpening = true

export async function resumeWaiting(): Promise<void> {
  const isFirst = isOpening
  isOpening = false
  if (document.hidden) return
  await resume(await readJournal(resume))

  async function resume(records: DraftOrWrite[]): Promise<void> {
    const waiting = records.filter(isWaiting)
    if (waiting.length === 0) return
    const { sendWaiting, watchWaiting } = await import('./send-waiting')
    watchWaiting()
    // Opening the app again and again must not use up the attempts that a write has where a page answers.
    if (!isFirst || waiting.some(({ state }) => !('pages' in state && state.pages))) sendWaiting()
  }
}
