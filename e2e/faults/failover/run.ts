import { runInNamespaces } from '../../support/cluster/namespaces'
import type { Random } from '../../support/random'
import type { Result } from '../harness/scenario'

export type FailoverOptions = {
  seed: number
  clients: number
  writesPerSecond: number
  trials: string[]
}

type Options = Omit<FailoverOptions, 'seed'> & { random: Random; report: (progress: string) => void }

export function failover({ random, report, ...parameters }: Options): Promise<Result> {
  const seed = random.below(2 ** 31)
  return runInNamespaces('e2e/faults/failover/main.ts', [JSON.stringify({ ...parameters, seed })], report)
}
