import type { LoadedNote } from '@/lib/domain/note'
import { finish } from './finish'
import { endWrite, findWrite, readJournal, storeWrite, undecide } from './journal'
import { type StillHeld, withLock } from './lock'
import { isSentLater, type Outcome } from './outcome'
import { send } from './send'
import { asDeletion, type Write } from './write'

type Options = {
  /** The note as the form has loaded it. */
  latest?: LoadedNote | undefined
  /** Whether the list shows at once what is done; else `showWrite` does. */
  isShown?: boolean
}

/** Stores what the user has decided and sends it, once over all tabs. */
export async function press(write: Write, { latest, isShown = true }: Options = {}): Promise<Outcome> {
  const outcome = await withLock(write.id, (stillHeld) => pressOnce(write, latest, isShown, stillHeld))
  return outcome ?? { is: 'later', error: new Error('Another tab has the lock') }
}

async function pressOnce(
  write: Write,
  latest: LoadedNote | undefined,
  isShown: boolean,
  stillHeld: StillHeld,
): Promise<Outcome> {
  const known = await latestOf(write)
  const isSame = known?.write.kind === write.write.kind
  const isDone = isSame && known.write.doneAt !== undefined
  // The id of the note may still be missing, which a later text needs.
  if (isDone && (known.write.noteId !== undefined || !write.write.next))
    return { is: 'done', write: known, wasDone: true }
  const stored = await storeWrite(isSame ? withAttemptsOf(known, write) : write)
  const outcome = await send(stored, { latest, stillHeld })
  if (outcome.is !== 'done') {
    await endPress(stored.id, outcome)
    return outcome
  }
  const { done, next } = await finish(outcome.write, isShown)
  if (done.write.doneAt === undefined) return { is: 'unknown', error: new Error('The host tells no id') }
  return next ? press(next) : { is: 'done', write: done }
}

/** The write as another tab may have left it. */
async function latestOf({ id }: Write): Promise<Write | undefined> {
  if (findWrite(id)) await readJournal()
  return findWrite(id)
}

function withAttemptsOf({ write: known }: Write, { write, ...record }: Write): Write {
  const { key, attemptedAt, sent } = known
  const isUnknown = known.isUnknown ?? write.isUnknown
  return { ...record, write: { ...write, key, isUnknown, attemptedAt, ...(sent && { sent }) } }
}

async function endPress(id: string, outcome: Exclude<Outcome, { is: 'done' }>): Promise<void> {
  const write = findWrite(id)
  if (!write) return // the user has signed out
  const { isUnknown } = write.write
  if (isText(write)) {
    if (outcome.is !== 'conflict' && isSentLater(outcome)) return
    if (isUnknown) await storeWrite({ ...write, write: { ...write.write, waits: undefined } })
    else await undecide(write)
  } else if (!isUnknown) {
    if (write.write.hiddenAt === undefined) endWrite(write)
    else await storeWrite(asDeletion(write))
  }
}

function isText({ write: { kind } }: Write): boolean {
  return kind === 'create' || kind === 'replace'
}

/** The write that is done; else throws what the host has said. */
export function doneOrThrow(outcome: Outcome): Write {
  if (outcome.is === 'done') return outcome.write
  throw outcome.is === 'conflict' ? new Error('The note has changed') : outcome.error
}
