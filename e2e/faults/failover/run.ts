import { fork } from 'node:child_process'
import { findPostgres } from '../../support/servers/postgres'
import { isInstalled } from '../../support/servers/process'
import type { Conditions, Result } from '../harness/scenario'

const PROGRAMS = ['unshare', 'nsenter', 'setpriv', 'ip', 'etcd', 'patroni', 'pgbouncer', 'haproxy', 'nginx']

const NAMESPACES = ['--net', '--mount', '--ipc', '--pid', '--mount-proc', '--fork', '--kill-child']

/** A shell is the first process, because it collects the processes that others leave behind. */
const FIRST = ['sh', '-c', '"$@" & wait $!', 'sh']

export type FailoverOptions = {
  seed: number
  clients: number
  writesPerSecond: number
  trials: string[]
}

export type Message = { progress: string } | { result: Result }

export function hasRoot(): boolean {
  return process.getuid?.() === 0
}

export function missingPrograms(): string[] {
  return [...PROGRAMS.filter((name) => !isInstalled(name)), ...(findPostgres() ? [] : ['PostgreSQL'])]
}

/** Runs trials in namespaces of their own for the network, mounts and processes: all that they start ends with them. */
export function failover(
  { random, report }: Pick<Conditions, 'random' | 'report'>,
  options: Omit<FailoverOptions, 'seed'>,
): Promise<Result> {
  const seed = random.below(2 ** 31)
  const child = fork('e2e/faults/failover/main.ts', [JSON.stringify({ ...options, seed })], {
    execPath: 'unshare',
    execArgv: [...NAMESPACES, ...FIRST, process.execPath, '--import', 'tsx'],
  })
  return new Promise((resolve, reject) => {
    let result: Result | undefined
    child.on('message', (message: Message) => {
      if ('progress' in message) report(message.progress)
      else result = message.result
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      if (result) resolve(result)
      else reject(new Error(`The trials ended with ${code} and without a result.`))
    })
  })
}
