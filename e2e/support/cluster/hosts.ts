import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Origin } from '../api-client'
import { spawnNginx } from '../servers/nginx'
import { type OwnedProcess, waitUntilReachable } from '../servers/process'
import { succeeds, waitFor } from '../wait-for'
import { createMachine, type Machine } from './machine'

const MACHINES = { host1: '10.0.0.21', host2: '10.0.0.22', host3: '10.0.0.23' }

/** Address of nginx, and of this process. */
export const FRONT = '10.0.0.10'

export type Hosts = Origin & {
  restartEach: (signal: NodeJS.Signals) => Promise<(number | null)[]>
}

export async function startHosts(password: string): Promise<Hosts> {
  const names = Object.entries(MACHINES)
  const machines = await Promise.all(names.map(([name, address]) => createMachine(name, address)))
  const running = new Map<Machine, OwnedProcess>()
  for (const machine of machines)
    machine.start('root', ['haproxy', '-db', '-q', '-f', resolve('deploy/cluster/haproxy.cfg')])

  async function start(machine: Machine): Promise<void> {
    const host = machine.start('root', [process.execPath, resolve('server/dist/notas.js')], {
      HOST: machine.address,
      PORT: '3000',
      DATABASE_URL: `postgres://notas:${password}@127.0.0.1:5432/notas`,
      TRUST_PROXY: '1',
      REGISTRATIONS_PER_HOUR: '1000000',
    })
    running.set(machine, host)
    await waitFor(`${machine.name} responds`, 40_000, () =>
      succeeds(fetch(`http://${machine.address}:3000/api/health`)),
    ).catch((cause) => {
      throw new Error(host.output(), { cause })
    })
  }

  await Promise.all(machines.map(start))
  const nginx = spawnNginx(
    mkdtempSync(join(tmpdir(), 'notas-nginx-')),
    readFileSync('deploy/cluster/nginx.conf', 'utf8'),
  )
  const { origin } = await waitUntilReachable(nginx, `http://${FRONT}`)
  return {
    origin,
    async restartEach(signal) {
      const codes: (number | null)[] = []
      for (const machine of machines) {
        const host = running.get(machine) as OwnedProcess
        host.kill(signal)
        codes.push(await host.exited)
        await start(machine)
      }
      return codes
    },
  }
}
