import type { LoadedNote } from '@/lib/domain/note'
import { nextWriteTime } from '@/lib/drafts/draft-store'
import type { Write } from '@/lib/offline/record'
import { finish } from './finish'
import { endWrite, findWrite, readJournal, storeWrite, undecide } from './journal'
import { withLock } from './lock'
import { asDeletion } from './new-write'
import { type Conflict, isSentLater, type Outcome } from './outcome'
import { send } from './send'

type Options = {
  latest?: LoadedNote | undefined
  isShown?: boolean
  /** Joins the press with the record as it is by now: another form may have given it a text of its own. */
  revise?: ((known: Write) => Promise<Write | Conflict>) | undefined
}

export async function press(write: Write, { latest, isShown, revise }: Options = {}): Promise<Outcome> {
  const pressedAt = nextWriteTime()
  const outcome = await withLock(write.id, async (stillHeld): Promise<Outcome> => {
    if (findWrite(write.id)) await readJournal()
    const known = findWrite(write.id)
    if (known && isDoneAlready(known, write, pressedAt)) return { is: 'done', write: known, wasDone: true }
    const revised = known && revise ? await revise(known) : write
    if ('theirs' in revised) return { is: 'conflict', conflict: revised }
    const stored = await storeWrite(withAttemptsOf(known, revised))
    const sent = await send(stored, { latest, stillHeld })
    if (sent.is !== 'done') {
      await endPress(write.id, sent)
      return sent
    }
    const { done, next } = await finish(sent.write, isShown)
    if (done.write.doneAt === undefined) return { is: 'unknown', error: new Error('The host tells no id') }
    return next ? press(next) : { is: 'done', write: done }
  })
  return outcome ?? { is: 'later', error: new Error('Another tab has the lock') }
}

function isDoneAlready({ write: known }: Write, { write }: Write, pressedAt: number): boolean {
  if (known.kind !== write.kind || known.doneAt === undefined) return false
  // The id of the note may still be missing, which a later text needs.
  if (write.first) return known.noteId !== undefined
  // A note may have been deleted or restored elsewhere since, so that it can be once more.
  const isOnce = write.kind === 'create' || write.kind === 'replace' || write.isUndoable
  return (write.kind !== 'delete' && isOnce === true) || known.doneAt > pressedAt
}

function withAttemptsOf(known: Write | undefined, { write, ...record }: Write): Write {
  if (known?.write.kind !== write.kind) return { ...record, write }
  const { key, attemptedAt, sent, isUnknown = write.isUnknown } = known.write
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

export function doneOrThrow(outcome: Outcome): Write {
  if (outcome.is === 'done') return outcome.write
  throw outcome.is === 'conflict' ? new Error('The note has changed') : outcome.error
}
