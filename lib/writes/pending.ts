import type { ApiError } from '@/lib/api/api-error'
import { isWaiting } from '@/lib/drafts/decided'
import { storeDraft } from '@/lib/drafts/store-draft'
import { getUser, hasEnded } from '@/lib/session/token'
import { finish, nextId } from './finish'
import { findWrite, getWrites, readJournal, storeWrite, subscribeToWrites, undecide } from './journal'
import { type StillHeld, withLock } from './lock'
import { isSentLater } from './outcome'
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
    const waiting = getWrites()
      .filter(isWaiting)
      .sort((one, other) => one.write.decidedAt - other.write.decidedAt)
    for (const { id } of waiting) {
      if (getUser() !== user) break
      await stillHeld()
      if (!(await withLock(id, (held) => sendOne(id, held)))) break
    }
  })
}

/** Returns whether the next one can be sent: the host answers, and lets the user in. */
async function sendOne(id: string, stillHeld: StillHeld): Promise<boolean> {
  await readJournal()
  const write = getWrites().find((one) => one.id === id)
  if (!write || !isWaiting(write)) return true
  const outcome = await send(write, { stillHeld })
  if (outcome.is === 'done') {
    const { done, next } = await finish(outcome.write)
    if (next) return (await withLock(next.id, (held) => sendOne(next.id, held))) ?? false
    await moveFollowers(done)
    return true
  }
  if (!findWrite(id)) return true // the user has discarded it
  if (outcome.is === 'conflict') {
    await storeWrite({ ...write, write: { ...write.write, waits: undefined, isConflict: true } })
    return true
  }
  console.warn(outcome.error)
  if (outcome.is === 'later' || isSentLater(outcome)) return false
  if (outcome.is === 'unknown' || outcome.is === 'outdated') return true
  await undecide(write, outcome.is === 'refused' ? (outcome.error as ApiError).hostMessage : undefined)
  return true
}

/** Makes what was typed after a version was decided a draft of the saved note. */
async function moveFollowers({ id, text, write: { noteId, etag } }: Write): Promise<void> {
  if (noteId === undefined) return
  const followers = (await readJournal()).filter(
    ({ follows = '' }) => follows === id || nextId({ id: follows }) === id,
  )
  for (const { follows: _, ...draft } of followers)
    await storeDraft({ ...draft, noteId, base: { ...text, etag }, writtenAt: draft.writtenAt + 1 })
}
