import { NotFromHost } from '@/lib/api/answer'
import { ApiError } from '@/lib/api/api-error'
import { otherPageAnswers } from '@/lib/domain/messages/other-page'
import { resultOf, transact } from '@/lib/offline/database'
import { type Draft, isWaiting, nextId, type Write } from '@/lib/offline/record'
import { getUser, hasEnded } from '@/lib/session/token'
import { finish } from './finish'
import { findWrite, getWrites, readJournal, storeWrite, subscribeToWrites, undecide } from './journal'
import { type StillHeld, withLock } from './lock'
import { isSentLater } from './outcome'
import { isBlocked, send } from './send'

const DELAYS_MS = [5_000, 10_000, 20_000, 40_000, 60_000]

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
  const write = findWrite(id)
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
  const { is, error } = outcome
  console.warn(error)
  if (error instanceof NotFromHost) {
    const left = findWrite(id)
    if (left && isBlocked(left)) await undecide(left, otherPageAnswers)
    return true
  }
  if (isSentLater(outcome) || (is === 'later' && error instanceof ApiError)) return false
  if (is === 'refused') await undecide(write, (error as ApiError).hostMessage)
  if (is === 'gone') await undecide(write)
  return true
}

async function moveFollowers({ id, text, write: { noteId, etag } }: Write): Promise<void> {
  if (noteId === undefined) return
  const followers = (await readJournal()).filter(
    ({ follows = '' }) => follows === id || nextId({ id: follows }) === id,
  )
  const move = ({ follows: _, ...draft }: Draft) => ({ ...draft, noteId, base: { ...text, etag } })
  await Promise.all(followers.map((draft) => changeDraft(draft, move).catch(console.warn)))
}

function changeDraft({ id }: Draft, change: (draft: Draft) => Draft): Promise<void> {
  return transact(['drafts'], 'readwrite', async ({ drafts }) => {
    const draft = await resultOf<Draft | undefined>(drafts.get(id))
    if (draft && draft.user === getUser()) drafts.put({ ...change(draft), writtenAt: draft.writtenAt + 1 })
  })
}
