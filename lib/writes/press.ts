import type { LoadedNote } from '@/lib/domain/note'
import { nextWriteTime } from '@/lib/drafts/draft-store'
import type { Write } from '@/lib/offline/record'
import { finish } from './finish'
import { endWrite, findWrite, readJournal, storeWrite, undecide } from './journal'
import { withLock } from './lock'
import type { Conflict, Outcome } from './outcome'
import { endOfPress, isDoneAlready, withAttemptsOf } from './press-rules'
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

async function endPress(id: string, outcome: Exclude<Outcome, { is: 'done' }>): Promise<void> {
  const write = findWrite(id)
  if (!write) return // the user has signed out
  const end = endOfPress(write, outcome)
  if (end === 'draft') await undecide(write)
  else if (end === 'ended') endWrite(write)
  else if (end !== write) await storeWrite(end)
}

export function doneOrThrow(outcome: Outcome): Write {
  if (outcome.is === 'done') return outcome.write
  throw outcome.is === 'conflict' ? new Error('The note has changed') : outcome.error
}
