import { failedDays, shrink, storyOf, watchRejections } from './run'
import { type Break, loadScreens } from './screen/build'

/** Seeds from the first, one in `every`, as many as `count`; with `broken`, only until one fails. */
export type Work = { first: number; every: number; count: number; broken?: Break }

export type Told =
  | { is: 'failed'; seed: number; days: number; kind: string; story: string; tape: string }
  | { is: 'played'; days: number }
  | { is: 'over' }

const REPORT_DAYS = 50

function tell(told: Told): void {
  process.send?.(told)
}

async function work({ first, every, count, broken }: Work): Promise<void> {
  const screens = await loadScreens(broken)
  let days = 0
  function* seeds() {
    for (; days < count; days++) {
      if (days > 0 && days % REPORT_DAYS === 0) tell({ is: 'played', days: REPORT_DAYS })
      yield first + days * every
    }
    tell({ is: 'played', days: count % REPORT_DAYS || REPORT_DAYS })
  }
  for await (const failed of failedDays(seeds(), screens)) {
    const { seed } = failed.tape
    const kind = failed.faults[0]?.kind ?? ''
    const shrunk = broken ? failed : await shrink(failed, screens)
    const story = broken ? '' : await storyOf(shrunk.tape, screens)
    tell({ is: 'failed', seed, days: days + 1, kind, story, tape: JSON.stringify(shrunk.tape) })
    if (broken) break
  }
  tell({ is: 'over' })
}

watchRejections()
process.once('message', (given: Work) => {
  work(given).then(
    () => process.disconnect(),
    (cause) => {
      console.error(cause)
      process.exit(1)
    },
  )
})
