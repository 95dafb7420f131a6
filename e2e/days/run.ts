import type { Tape } from './day'
import type { Fault } from './model'
import { playAgain, playNewDay } from './play'
import type { Screens } from './tab'

/** A day with a fault. */
export type Failed = { tape: Tape; faults: Fault[] }

let onRejection: (cause: unknown) => void = () => {}

/** Counts what nobody has caught as a fault of the day. */
export function watchRejections(): void {
  process.on('unhandledRejection', (cause) => onRejection(cause))
}

/** Plays days with these seeds, in turn, and yields those that fail. */
export async function* failedDays(seeds: Iterable<number>, screens: Screens): AsyncGenerator<Failed> {
  for (const seed of seeds) {
    const rejected: Fault[] = []
    onRejection = (cause) => rejected.push({ kind: 'error', text: (cause as Error)?.stack ?? String(cause) })
    const { tape, faults } = await playNewDay(seed, screens)
    if (faults.length + rejected.length > 0) yield { tape, faults: [...faults, ...rejected] }
  }
}

/** Leaves out what is not needed for a fault of the same kind: first events, then fates and troubles. */
export async function shrink({ tape, faults }: Failed, screens: Screens): Promise<Failed> {
  const kind = faults[0]?.kind
  let shortest: Failed = { tape, faults }

  async function tryOut(candidate: Tape): Promise<boolean> {
    const found = (await playAgain(candidate, screens)).filter((one) => one.kind === kind)
    if (found.length > 0) shortest = { tape: candidate, faults: found }
    return found.length > 0
  }

  for (let size = Math.ceil(tape.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < shortest.tape.steps.length; ) {
      const steps = shortest.tape.steps.toSpliced(at, size)
      if (!(await tryOut({ ...shortest.tape, steps }))) at += size
    }
  for (const name of ['fates', 'troubles'] as const)
    for (const one of shortest.tape.setting[name]) {
      const { setting } = shortest.tape
      await tryOut({
        ...shortest.tape,
        setting: { ...setting, [name]: setting[name].filter((other) => other !== one) },
      })
    }
  return shortest
}

/** A tape as people read it. */
export async function storyOf(tape: Tape, screens: Screens): Promise<string> {
  const { extras, tags, fates, troubles } = tape.setting
  const names = Object.keys(extras).join(', ') || 'the seven calls alone'
  const lines = [`host: ${names}; ETags ${tags}; ${[...troubles, ...fates].join(', ')}`]
  const faults = await playAgain(tape, screens, (line) => lines.push(line))
  return [...lines, ...faults.map(({ kind, text }) => `${kind}: ${text}`)].join('\n    ')
}
