import type { LoadedNote } from '@/lib/domain/note'
import { nextWriteTime } from '@/lib/drafts/draft-store'
import type { DraftOrWrite, Write } from '@/lib/offline/record'
import { findWrite, getWrites, readJournal } from './journal'
import { type AssertHeld, withLock } from './lock'
import { next } from './next'
import type { Conflict, Outcome } from './outcome'
import { perform } from './perform'

type Options = {
  latest?: LoadedNote
  isShown?: boolean
  /** Joins the press with the record as it is by now, if there still is one: another form may have given it a text of its own. */
  revise?: (known: DraftOrWrite | undefined, write: Write) => Promise<Write | Conflict>
}

export async function press(write: Write, options: Options = {}): Promise<Outcome> {
  const at = nextWriteTime()
  const outcome = await withLock(write.id, (assertHeld) => pressHeld(write, at, { ...options, assertHeld }))
  if (!outcome) return { is: 'busy', error: new Error('Another tab has the lock') }
  return outcome.is === 'moved' ? press(outcome.write, options) : outcome
}

async function pressHeld(
  write: Write,
  at: number,
  { revise, ...options }: Options & { assertHeld: AssertHeld },
): Promise<Outcome | { is: 'moved'; write: Write }> {
  const records = revise || findWrite(write.id) ? await readJournal() : []
  const known = findWrite(write.id)
  const pressed = (by: Write) =>
    known ? next(known, { is: 'pressed', write: by, at }, getWrites()).send : by
  if (known && !pressed(write)) return { is: 'done', write: known, wasDone: true }
  const stored = known ?? records.find(({ id }) => id === write.id)
  const revised = revise ? await revise(stored, write) : write
  if ('theirs' in revised) return { is: 'conflict', conflict: revised }
  if (revised.id !== write.id) return { is: 'moved', write: revised }
  const { later, ...outcome } = await perform(pressed(revised) ?? revised, {
    by: 'press',
    records,
    ...options,
  })
  if (!later) return outcome
  const last = await press(later)
  // Its record has the text, and waits.
  return last.is === 'busy' ? { ...last, is: 'later' } : last
}

export function doneOrThrow(outcome: Outcome): Write {
  if (outcome.is === 'done') return outcome.write
  throw outcome.is === 'conflict' ? new Error('The note has changed') : outcome.error
}
