import { type DraftOrWrite, isWaiting } from '@/lib/offline/record'
import { getWrites, readJournal, subscribeToWrites } from './journal'

let isOpening = true

export async function resumeWaiting(): Promise<void> {
  const isFirst = isOpening
  isOpening = false
  // Another tab may be closed or hidden while a write of its form waits. Without a connection the code may not come.
  if (isFirst) subscribeToWrites(() => void watch(getWrites()).catch(() => {}))
  if (document.hidden) return
  await resume(await readJournal(resume))

  async function resume(records: DraftOrWrite[]): Promise<void> {
    const waiting = records.filter(isWaiting)
    const code = await watch(waiting)
    // Opening the app again and again must not use up the attempts that a write has where a page answers.
    if (!isFirst || waiting.some(({ state }) => !('pages' in state && state.pages))) code?.sendWaiting()
  }
}

async function watch(records: DraftOrWrite[]) {
  if (!records.some(isWaiting)) return undefined
  const code = await import('./send-waiting')
  code.watchWaiting()
  return code
}
