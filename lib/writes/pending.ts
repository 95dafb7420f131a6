import type { ApiError } from '@/lib/api/api-error'
import { isWaiting } from '@/lib/drafts/decided'
import { storeDraft } from '@/lib/drafts/store-draft'
import { getUser, hasEnded } from '@/lib/session/token'
import { finish } from './finish'
import { getWrites, readJournal, storeWrite, subscribeToWrites, undecide } from './journal'
import { type StillHeld, withLock } from './lock'
import { send } from './send'
import type { Write } from './write'

const DELAYS_MS = [5_000, 10_000, 20_000, 40_000, 60_000]

// State of the page: one timer, and how often the host could not be reached in a row.
let isWatching = false
let isSending = false
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Sends what waits now and then, as long as the page is shown. */
export function watchPending(): void {
  if (!isWatching) subscribeToWrites(schedule)
  isWatching = true
  schedule()
}

/** Sends what waits now. */
export function sendPending(): void {
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
    timer ??= setTimeout(sendPending, DELAYS_MS[Math.min(failures, DELAYS_MS.length - 1)])
}

/** Sends one after another, the oldest first, until one cannot be sent. */
async function sendAll(): Promise<void> {
  const user = getUser()
  if (user === null || hasEnded() || !getWrites().some(isWaiting)) return
  await withLock(`notas-pending-${user}`, async (stillHeld) => {
    await readJournal()
    failures += 1
    for (;;) {
      const [oldest] = getWrites()
        .filter(isWaiting)
        .sort((one, other) => one.write.decidedAt - other.write.decidedAt)
      if (!oldest || getUser() !== user) break
      await stillHeld()
      if (!(await withLock(oldest.id, (held) => sendOne(oldest.id, held)))) return
    }
    failures = 0
  })
}

/** Returns whether the write waits no longer. */
async function sendOne(id: string, stillHeld: StillHeld): Promise<boolean> {
  await readJournal()
  const write = getWrites().find((one) => one.id === id)
  if (!write || !isWaiting(write)) return true
  const outcome = await send(write, { stillHeld })
  if (outcome.is === 'done') {
    const { done } = await finish(outcome.write)
    await moveFollowers(done)
    return true
  }
  if (outcome.is === 'conflict') {
    await storeWrite({ ...write, write: { ...write.write, waits: undefined, isConflict: true } })
    return true
  }
  console.warn(outcome.error)
  if (outcome.is === 'later' || outcome.is === 'unknown' || outcome.is === 'outdated') return false
  await undecide(write, outcome.is === 'refused' ? (outcome.error as ApiError).hostMessage : undefined)
  return true
}

/** Makes what was typed after a note was saved a draft of that note. */
async function moveFollowers({ id, text, write: { noteId, etag } }: Write): Promise<void> {
  if (noteId === undefined) return
  const followers = (await readJournal()).filter(({ follows }) => follows === id)
  for (const { follows: _, ...draft } of followers)
    await storeDraft({ ...draft, noteId, base: { ...text, etag }, writtenAt: draft.writtenAt + 1 })
}
