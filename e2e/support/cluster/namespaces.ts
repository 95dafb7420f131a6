import { fork } from 'node:child_process'
import { findPostgres } from '../servers/postgres'
import { isInstalled } from '../servers/process'

const PROGRAMS = ['unshare', 'nsenter', 'setpriv', 'ip', 'etcd', 'patroni', 'pgbouncer', 'haproxy', 'nginx']

/** A shell is the first process, because it collects the processes that others leave behind. */
const FIRST = ['sh', '-c', '"$@" & wait $!', 'sh']

export function hasRoot(): boolean {
  return process.getuid?.() === 0
}

export function missingPrograms(): string[] {
  return [...PROGRAMS.filter((name) => !isInstalled(name)), ...(findPostgres() ? [] : ['PostgreSQL'])]
}

/** Message that a module in namespaces sends with `process.send`: a line of progress, or at the end the result. */
export type Message<Result> = { progress: string } | { result: Result }

/**
 * Runs a module in namespaces of its own for the network, mounts and processes: all that it starts ends with it.
 * Resolves to the result that it sends.
 */
export function runInNamespaces<Result>(
  module: string,
  parameters: string[],
  report: (progress: string) => void,
): Promise<Result> {
  const namespaces = ['--net', '--mount', '--ipc', '--pid', '--mount-proc', '--fork', '--kill-child']
  const child = fork(module, parameters, {
    execPath: 'unshare',
    execArgv: [...namespaces, ...FIRST, process.execPath, '--import', 'tsx'],
  })
  return new Promise((resolve, reject) => {
    let result: Result | undefined
    child.on('message', (message: Message<Result>) => {
      if ('progress' in message) report(message.progress)
      else result = message.result
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      if (result) resolve(result)
      else reject(new Error(`${module} exited with ${code} and without a result.`))
    })
  })
}
