import { execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { chownSync, mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type OwnedProcess, ownProcess, withSystemPrograms } from '../servers/process'
import { waitFor } from '../wait-for'

const BRIDGE = 'notas'

/** A computer in the network: namespaces of its own, with files of its own in some folders. */
export type Machine = Awaited<ReturnType<typeof createMachine>>

type FileOptions = { owner?: string; group?: string; mode?: number }

/** Network of machines with this process in it. To be called once, in namespaces of its own. */
export function createNetwork(address: string): void {
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', BRIDGE, 'type', 'bridge')
  ip('address', 'add', `${address}/24`, 'dev', BRIDGE)
  ip('link', 'set', BRIDGE, 'up')
}

/** @param folders that are empty file systems of the machine: their owners, and sizes in MB */
export async function createMachine(
  name: string,
  address: string,
  folders: Record<string, { owner: string; size: number }> = {},
) {
  const holder = ownProcess(spawn('unshare', ['--net', '--mount', '--ipc', 'sleep', 'infinity']))
  const network = () => readlinkSync(`/proc/${holder.pid}/ns/net`)
  await waitFor(`${name} has its network`, 60_000, () => network() !== readlinkSync('/proc/self/ns/net'))

  const enter = ['--target', String(holder.pid), '--net', '--mount', '--ipc', '--']
  const run = (...command: string[]) =>
    execFileSync('nsenter', [...enter, ...command], { env: withSystemPrograms, stdio: 'pipe' })
  const path = (file: string) => `/proc/${holder.pid}/root${file}`

  ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(holder.pid))
  ip('link', 'set', name, 'master', BRIDGE, 'up')
  run('ip', 'address', 'add', `${address}/24`, 'dev', 'eth0')
  for (const link of ['lo', 'eth0']) run('ip', 'link', 'set', link, 'up')
  for (const [folder, { owner, size }] of Object.entries(folders)) {
    run('mount', '-t', 'tmpfs', '-o', `size=${size}m,mode=755`, 'tmpfs', folder)
    run('chown', `${owner}:`, folder)
  }

  function programs(): number[] {
    const own = network()
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && pid !== holder.pid && networkOf(pid) === own)
  }

  function signal(sent: NodeJS.Signals): void {
    for (const pid of programs()) succeeds(() => process.kill(pid, sent))
  }

  const blackholes = new Set<string>()
  return {
    name,
    address,
    path,
    write(file: string, text: string, { owner = 'root', group = owner, mode = 0o644 }: FileOptions): void {
      mkdirSync(dirname(path(file)), { recursive: true })
      writeFileSync(path(file), text, { mode })
      chownSync(path(file), idOf('-u', owner), idOf('-g', group))
    },
    start(user: string, command: string[], env: Record<string, string> = {}): OwnedProcess {
      const asUser = ['setpriv', '--reuid', user, '--regid', user, '--init-groups', ...command]
      const stdio: SpawnOptions['stdio'] = ['ignore', 'pipe', 'pipe']
      const options = { env: { ...withSystemPrograms, ...env }, stdio }
      return ownProcess(spawn('nsenter', [...enter, ...asUser], options))
    },
    signal,
    async kill(): Promise<void> {
      await waitFor(`${name} is down`, 60_000, () => {
        signal('SIGKILL')
        return programs().length === 0
      })
    },
    /** Takes the machine off the network, without any link that goes down. */
    cutOff: () => ip('link', 'set', name, 'nomaster'),
    cutOffFrom(others: { address: string }[]): void {
      for (const { address: other } of others) {
        run('ip', 'route', 'add', 'blackhole', `${other}/32`)
        blackholes.add(other)
      }
    },
    reconnect(): void {
      ip('link', 'set', name, 'master', BRIDGE)
      for (const other of blackholes) run('ip', 'route', 'delete', 'blackhole', `${other}/32`)
      blackholes.clear()
    },
  }
}

function ip(...parameters: string[]): void {
  execFileSync('ip', parameters, { env: withSystemPrograms, stdio: 'pipe' })
}

function idOf(which: '-u' | '-g', name: string): number {
  return Number(execFileSync('id', [which, name]))
}

function networkOf(pid: number): string | undefined {
  return succeeds(() => readlinkSync(`/proc/${pid}/ns/net`))
}

function succeeds<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
