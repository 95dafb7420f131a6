import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Told, Work } from './child'
import type { Break } from './screen/build'

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url))

/** Plays days on all processors. `onTold` hears of days and of those that fail, in any order. */
export async function playMany(first: number, count: number, onTold: (told: Told) => void): Promise<void> {
  const every = Math.min(availableParallelism(), count)
  const works = Array.from({ length: every }, (_, at) => ({
    first: first + at,
    every,
    count: Math.ceil((count - at) / every),
  }))
  await Promise.all(works.map((work) => run(work, onTold)))
}

type FoundBreak = { broken: Break; days: number | undefined; kind: string }

const MAX_DAYS = 10_000

/** Finds for each break how many days go by until a day fails. */
export async function findBreaks(
  breaks: Break[],
  first: number,
  onFound: (found: FoundBreak) => void,
): Promise<void> {
  const left = [...breaks]
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (let broken = left.shift(); broken; broken = left.shift()) {
        const found: FoundBreak = { broken, days: undefined, kind: '' }
        await run({ first, every: 1, count: MAX_DAYS, broken }, (told) => {
          if (told.is === 'failed') Object.assign(found, { days: told.days, kind: told.kind })
        })
        onFound(found)
      }
    }),
  )
}

/** Gives work to a process of its own. */
function run(work: Work, onTold: (told: Told) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(CHILD, { execArgv: ['--import', 'tsx'] })
    let isOver = false
    child.on('message', (told: Told) => {
      isOver ||= told.is === 'over'
      onTold(told)
    })
    child.on('error', reject)
    child.on('exit', () => (isOver ? resolve() : reject(new Error('A process that played days has ended'))))
    child.send(work)
  })
}
