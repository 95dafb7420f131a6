import { ApiError } from '@/lib/api/api-error'
import { isWaiting, type Write } from '@/lib/offline/record'
import { getUser, hasEnded } from '@/lib/session/token'
import { findWrite, getWrites, readJournal, subscribeToWrites } from './journal'
import { type AssertHeld, withLock } from './lock'
import { hasKey } from './look-up'
import { isFromOtherPage, isNoFaultOfCall } from './outcome'
import { perform } from './perform'

const FIRST_DELAY_MS = 5_000

const DELAYS_MS = [FIRST_DELAY_MS, 10_000, 20_000, 40_000, 60_000]

let isSending = false
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined

export function watchWaiting(): void {
  subscribeToWrites(schedule)
  schedule()
}

export function sendWaiting(): void {
  if (isSending || document.hidden) return
  clearTimeout(timer)
  timer = undefined
  isSending = true
  sendAll()
    .catch(console.warn)
    .finally(() => {
      isSending = false
      schedule()
    })
}

function schedule(): void {
  if (!getWrites().some(isWaiting)) {
    clearTimeout(timer)
    timer = undefined
    failures = 0
  } else if (!isSending && !document.hidden)
    timer ??= setTimeout(sendWaiting, DELAYS_MS[Math.min(failures, DELAYS_MS.length - 1)])
}

async function sendAll(): Promise<void> {
  const user = getUser()
  if (user === null || hasEnded() || !getWrites().some(isWaiting)) return
  await withLock(`notas-pending-${user}`, async (assertHeld) => {
    await readJournal()
    failures += 1
    const waiting = getWrites()
      .filter(isWaiting)
      .sort((one, other) => one.decidedAt - other.decidedAt)
    // One write may fail each time, as a text that is too long for the line: only two failures in a row end the round.
    let hasFailed = false
    for (const { id } of waiting) {
      if (getUser() !== user) break
      await assertHeld()
      const isWell = await withLock(id, (held) => sendOne(id, held))
      if (!isWell && hasFailed) break
      hasFailed = !isWell
    }
  })
}

/** Returns whether the next one can be sent: the host answers, and lets the user in. */
async function sendOne(id: string, assertHeld: AssertHeld): Promise<boolean> {
  await readJournal()
  const write = findWrite(id)
  if (!write || !isWaiting(write) || mayBeUnderWay(write)) return true
  const { later, ...outcome } = await perform(write, { by: 'itself', assertHeld })
  if (later) return (await withLock(later.id, (held) => sendOne(later.id, held))) ?? false
  if (outcome.is === 'done' || outcome.is === 'conflict' || !findWrite(id)) return true
  const { is, error } = outcome
  console.warn(error)
  return (
    isFromOtherPage(error) || !(isNoFaultOfCall(outcome) || (is === 'later' && error instanceof ApiError))
  )
}

/** Whether the host may still be working on what another tab has just sent without a key: its list would not show it yet. */
function mayBeUnderWay({ state, writtenAt }: Write): boolean {
  return state.is === 'unknown' && !hasKey(state) && Math.abs(Date.now() - writtenAt) < FIRST_DELAY_MS
}
