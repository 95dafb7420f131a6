import { isWaiting } from '@/lib/offline/record'
import { readJournal } from './journal'

export async function resumeWaiting(): Promise<void> {
  if (document.hidden || !(await readJournal()).some(isWaiting)) return
  const { sendWaiting, watchWaiting } = await import('./send-waiting')
  watchWaiting()
  sendWaiting()
}
