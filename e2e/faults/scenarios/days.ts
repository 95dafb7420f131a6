import { BREAKS } from '../../days/breaks'
import { findBreaks, playMany } from '../../days/many'
import type { Conditions } from '../harness/scenario'
import { createRecorder, type Result } from '../harness/scenario'

type Counts = { days: number }

/**
 * Simulated days: the real screens and `lib/` in several tabs, with the host, the line and the clock in memory. No text
 * may get lost, be told as saved without being so, be shown to somebody else, be there twice, or come back.
 */
export async function days(
  { first, report }: Pick<Conditions, 'report'> & { first: number },
  { days }: Counts,
): Promise<Result> {
  const { result, count, counted, fault } = createRecorder()
  await playMany(first, days, (told) => {
    if (told.is === 'played') count('days', told.days)
    if (told.is === 'failed')
      fault(
        told.kind,
        `npm run faults -- days --days 1 --seed ${told.seed}\n    ${told.story}\n    ${told.tape}`,
      )
    report(`${counted('days')} of ${days} days`)
  })
  return result
}

/** Breaks one rule after the other, and counts the days until it is found. */
export async function brokenDays({
  first,
  report,
}: Pick<Conditions, 'report'> & { first: number }): Promise<Result> {
  const { result, count, fault } = createRecorder()
  await findBreaks(BREAKS, first, ({ broken, days, kind }) => {
    const name = `${broken.file}: ${broken.name}`
    count(name, days ?? 0)
    if (days === undefined) fault('not found', name)
    report(`${name}: ${days === undefined ? 'not found' : `${kind}, day ${days}`}`)
  })
  return result
}
