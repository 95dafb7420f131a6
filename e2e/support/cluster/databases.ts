import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Agent, fetch, type RequestInit } from 'undici'
import { findPostgres } from '../servers/postgres'
import type { OwnedProcess } from '../servers/process'
import { waitFor } from '../wait-for'
import { createMachine, type Machine } from './machine'

const MACHINES = { db1: '10.0.0.11', db2: '10.0.0.12', db3: '10.0.0.13' }

export const DATA = '/var/lib/postgresql'

const FILES = {
  'patroni.yml': '/etc/patroni/config.yml',
  'create-database': '/etc/patroni/create-database',
  'leave-full-disk': '/etc/patroni/leave-full-disk',
  'pgbouncer.ini': '/etc/pgbouncer/pgbouncer.ini',
  'userlist.txt': '/etc/pgbouncer/userlist.txt',
}

const PROGRAMS = ['etcd', 'patroni', 'pgbouncer', 'leave-full-disk'] as const
export type Program = (typeof PROGRAMS)[number]

export type Role = 'leader' | 'sync_standby' | 'replica'

export type Databases = Awaited<ReturnType<typeof startDatabases>>

export async function startDatabases() {
  const password = randomUUID()
  const secrets = {
    DATABASE_PASSWORD: password,
    SUPERUSER_PASSWORD: randomUUID(),
    REPLICATION_PASSWORD: randomUUID(),
    REST_PASSWORD: randomUUID(),
  }
  const certificates = makeCertificates()
  const machines = await Promise.all(
    Object.entries(MACHINES).map(async ([name, address]) => {
      const machine = await createMachine(name, address, {
        '/etc/patroni': { owner: 'postgres', size: 1 },
        '/etc/pgbouncer': { owner: 'postgres', size: 1 },
        '/var/lib/etcd': { owner: 'etcd', size: 500 },
        '/run/postgresql': { owner: 'postgres', size: 1 },
        [DATA]: { owner: 'postgres', size: 2000 },
      })
      const values = { NAME: name, ADDRESS: address, ...secrets }
      for (const [file, path] of Object.entries(FILES))
        machine.write(path, filledIn(file, values), { owner: 'postgres', mode: 0o700 })
      const owned = { owner: 'postgres', group: 'etcd', mode: 0o640 }
      machine.write('/etc/patroni/ca.crt', certificates('ca.crt'), owned)
      for (const kind of ['crt', 'key'])
        machine.write(`/etc/patroni/etcd.${kind}`, certificates(`${name}.${kind}`), owned)
      return machine
    }),
  )
  const running = new Map<Machine, Partial<Record<Program, OwnedProcess>>>()

  function start(machine: Machine, ...programs: Program[]): void {
    const commands: Record<Program, () => OwnedProcess> = {
      etcd: () =>
        machine.start('etcd', ['etcd', '--log-level', 'error'], variables(machine.name, machine.address)),
      patroni: () => machine.start('postgres', ['patroni', '/etc/patroni/config.yml']),
      pgbouncer: () => machine.start('postgres', ['pgbouncer', '-q', '/etc/pgbouncer/pgbouncer.ini']),
      'leave-full-disk': () => machine.start('postgres', ['/etc/patroni/leave-full-disk']),
    }
    const started = (programs.length > 0 ? programs : PROGRAMS).map((name) => [name, commands[name]()])
    running.set(machine, { ...running.get(machine), ...Object.fromEntries(started) })
  }

  async function roles(): Promise<Map<Machine, { role: Role; state: string }>> {
    for (const { address } of machines) {
      const response = await ask(`http://${address}:8008/cluster`)
      if (response?.status !== 200) continue
      const { members } = JSON.parse(response.body) as {
        members: { name: string; role: Role; state: string }[]
      }
      return new Map(
        machines.flatMap((machine) => {
          const member = members.find(({ name }) => name === machine.name)
          return member ? [[machine, member]] : []
        }),
      )
    }
    return new Map()
  }

  async function inRole(role: Role): Promise<Machine> {
    for (const [machine, member] of await roles()) if (member.role === role) return machine
    throw new Error(`There is no ${role}.`)
  }

  async function isWhole(): Promise<boolean> {
    const members = [...(await roles()).values()]
    const isRunning = members.every(({ state }) => state === 'running' || state === 'streaming')
    const found = members.map(({ role }) => role).sort()
    return isRunning && String(found) === 'leader,replica,sync_standby'
  }

  async function untilWhole(): Promise<void> {
    await waitFor('the database cluster is whole', 120_000, isWhole).catch((cause) => {
      const outputs = [...running].flatMap(([{ name }, programs]) =>
        Object.entries(programs).map(
          ([program, { output }]) => `${name}, ${program}: ${output().slice(-8_000)}`,
        ),
      )
      throw new Error(outputs.join('\n'), { cause })
    })
  }

  for (const machine of machines) start(machine)
  await untilWhole()
  return {
    machines,
    password,
    inRole,
    start,
    untilWhole,
    async etcdLeader(): Promise<Machine> {
      for (const machine of machines) {
        const [ca, cert, key] = ['ca.crt', `${machine.name}.crt`, `${machine.name}.key`].map(certificates)
        const response = await ask(`https://${machine.address}:2379/v2/stats/self`, { ca, cert, key })
        if (response?.body.includes('"state":"StateLeader"')) return machine
      }
      throw new Error('etcd has no leader.')
    },
    async killProgram(machine: Machine, program: Program): Promise<void> {
      const pid = Number(running.get(machine)?.[program]?.pid)
      process.kill(pid, 'SIGKILL')
      // Its output stays open while PostgreSQL, which it has started, runs on.
      await waitFor(`${program} has ended`, 60_000, () => !existsSync(`/proc/${pid}`))
    },
    killPostgres(machine: Machine): void {
      const [pid] = readFileSync(machine.path(`${DATA}/notas/postmaster.pid`), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    emptyDisk: (machine: Machine) => rmSync(machine.path(`${DATA}/notas`), { recursive: true }),
    async switchOver(): Promise<void> {
      const [leader, candidate] = [await inRole('leader'), await inRole('sync_standby')]
      const response = await fetch(`http://${leader.address}:8008/switchover`, {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa(`patroni:${secrets.REST_PASSWORD}`)}` },
        body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
      })
      if (!response.ok) throw new Error(`No switchover: ${await response.text()}`)
    },
    /** Asks Patroni and etcd of a machine without password and certificate, and returns what they did not refuse. */
    async openToStrangers({ address }: Machine): Promise<string[]> {
      const requests = [
        `PATCH http://${address}:8008/config`,
        ...['http', 'https'].flatMap((scheme) => [
          `GET ${scheme}://${address}:2379/v2/keys/`,
          `GET ${scheme}://${address}:2380/members`,
        ]),
      ]
      const isOpen = await Promise.all(
        requests.map(async (request) => {
          const [method, url = ''] = request.split(' ')
          const patch = method === 'PATCH' ? { method, body: '{"ttl":20}' } : {}
          const response = await ask(url, { rejectUnauthorized: false }, patch)
          return response !== undefined && response.status < 400
        }),
      )
      return requests.filter((_, at) => isOpen[at])
    },
    /** Runs SQL on a machine, whatever its role; true if it is confirmed within 15 seconds. */
    async isConfirmedOn(machine: Machine, sql: string): Promise<boolean> {
      const url = `postgres://notas:${password}@127.0.0.1:5432/notas`
      const command = ['timeout', '15', 'psql', '-v', 'ON_ERROR_STOP=1', url, '-c', sql]
      return (await machine.start('postgres', command).exited) === 0
    },
  }
}

/** Returns a function that reads a file of those that the operator's script makes. */
function makeCertificates(): (file: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'notas-certificates-'))
  execFileSync(resolve('deploy/cluster/make-certificates'), { cwd: folder, stdio: 'pipe' })
  return (file) => readFileSync(join(folder, 'certificates', file), 'utf8')
}

/** A file of deploy/cluster with its values, as envsubst would fill them in. */
function filledIn(file: string, values: Record<string, string>): string {
  const text = readFileSync(`deploy/cluster/${file}`, 'utf8')
  const filled = Object.entries(values).reduce(
    (result, [name, value]) => result.replaceAll(`$${name}`, value),
    text,
  )
  const programs = dirname(realpathSync(join(String(findPostgres()), 'initdb')))
  return filled.replaceAll('/usr/lib/postgresql/15/bin', programs)
}

function variables(name: string, address: string): Record<string, string> {
  const lines = filledIn('etcd.conf', { NAME: name, ADDRESS: address }).matchAll(/^(\w+)=(.*)$/gm)
  return Object.fromEntries([...lines].map(([, variable, value]) => [variable, value]))
}

/** Resolves to undefined if the connection fails or takes longer than 2 seconds. */
async function ask(
  url: string,
  connect: Agent.Options['connect'] = {},
  init: RequestInit = {},
): Promise<{ status: number; body: string } | undefined> {
  const dispatcher = new Agent({ connect })
  try {
    const signal = AbortSignal.timeout(2_000)
    const response = await fetch(url, { redirect: 'manual', ...init, dispatcher, signal })
    return { status: response.status, body: await response.text() }
  } catch {
    return undefined
  } finally {
    await dispatcher.destroy()
  }
}
