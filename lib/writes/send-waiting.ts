import { isWaiting } from '@/lib/drafts/decided'
import { readJournal } from './journal'

export async function sendWaiting(): Promise<void> {
  if (document.hidden || !(await readJournal()).some(isWaiting)) return
  const { sendPending, watchPending } = await import('./pending')
  watchPending()
  sendPending()
}
