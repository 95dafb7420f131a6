import { type DraftOrWrite, isWaiting } from '@/lib/offline/record'
import { otherTabs, readJournal } from './journal'

let isOpening = true

export async function resumeWaiting(): Promise<void> {
  const isFirst = isOpening
  isOpening = false
  if (isFirst) otherTabs()?.addEventListener('message', onMessage)
  if (document.hidden) return
  await resume(await readJournal(resume))

  async function resume(records: DraftOrWrite[]): Promise<void> {
    const waiting = records.filter(isWaiting)
    const code = await watch(waiting)
    // Opening the app again and again must not use up the attempts that a write has where a page answers.
    if (!isFirst || waiting.some(({ state }) => !('pages' in state && state.pages))) code?.sendWaiting()
  }
}

function onMessage(): void {
  // Without the code there is no connection either.
  readJournal()
    .then(watch)
    .catch(() => {})
}

/** Starts the sender if something waits, also what another tab has left: that one may be closed or hidden. */
async function watch(records: DraftOrWrite[]) {
  if (!records.some(isWaiting)) return undefined
  const code = await import('./send-waiting')
  code.watchWaiting()
  return code
}
