import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { DATA, type Databases, type Role } from '../../support/cluster/databases'
import type { Hosts } from '../../support/cluster/hosts'
import type { Random } from '../../support/random'

export type Cluster = { databases: Databases; hosts: Hosts; random: Random }

/** Does something to the cluster, leaves it so for a while, and mends it. Resolves to what should not have happened. */
type Trial = (cluster: Cluster) => Promise<string | undefined>

/** Longer than it takes until another machine is the primary, in milliseconds. */
const LONG = 30_000

export const TRIALS: Record<string, Trial> = {
  'Patroni and etcd asked by a stranger': async ({ databases }) => {
    const open = await databases.openToStrangers(await databases.inRole('leader'))
    if (open.length > 0) return `a stranger got an answer to ${open.join(', ')}`
    // Fails unless etcd answers who has a certificate.
    await databases.etcdLeader()
    return undefined
  },
  'PostgreSQL of the primary killed': async ({ databases }) => {
    databases.killPostgres(await databases.inRole('leader'))
    await setTimeout(LONG / 3)
    return undefined
  },
  'machine of the primary killed': (cluster) => killMachine(cluster),
  'machine of the primary killed, its disk emptied': (cluster) => killMachine(cluster, { isDiskLost: true }),
  'primary cut off from everybody': async ({ databases }) => {
    const primary = await databases.inRole('leader')
    primary.cutOff()
    await setTimeout(1_000)
    const isConfirmed = await databases.isConfirmedOn(primary, "INSERT INTO probe VALUES ('cut off')")
    await setTimeout(LONG / 2)
    primary.reconnect()
    return isConfirmed ? 'a primary that is cut off confirmed a write' : undefined
  },
  'primary cut off from the other databases': async ({ databases }) => {
    const primary = await databases.inRole('leader')
    primary.cutOffFrom(databases.others(primary))
    await setTimeout(LONG)
    primary.reconnect()
    return undefined
  },
  'synchronous standby cut off': (cluster) => cutOff(cluster, 'sync_standby', LONG),
  'other standby cut off': (cluster) => cutOff(cluster, 'replica', LONG / 2),
  'network of the primary away for seconds': (cluster) =>
    cutOff(cluster, 'leader', cluster.random.between(4_000, 10_000)),
  'planned switchover': async ({ databases }) => {
    await databases.switchOver()
    await setTimeout(LONG / 3)
    return undefined
  },
  'all programs of the primary frozen': async ({ databases }) => {
    const primary = await databases.inRole('leader')
    primary.signal('SIGSTOP')
    await setTimeout(LONG)
    primary.signal('SIGCONT')
    return undefined
  },
  'Patroni of the primary killed': async ({ databases }) => {
    const primary = await databases.inRole('leader')
    await databases.killProgram(primary, 'patroni')
    await setTimeout(LONG)
    databases.start(primary, 'patroni')
    return undefined
  },
  'PgBouncer of the primary killed': async ({ databases }) => {
    const primary = await databases.inRole('leader')
    await databases.killProgram(primary, 'pgbouncer')
    await setTimeout(1_000)
    databases.start(primary, 'pgbouncer')
    return undefined
  },
  'leader of etcd killed': async ({ databases }) => {
    const leader = await databases.etcdLeader()
    await databases.killProgram(leader, 'etcd')
    await setTimeout(LONG / 3)
    databases.start(leader, 'etcd')
    return undefined
  },
  'disk of the primary filled': async ({ databases }) => {
    const primary = await databases.inRole('leader')
    const ballast = primary.path(`${DATA}/ballast`)
    try {
      // Ends when there is no room left.
      spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=1M'])
      await setTimeout(LONG)
    } finally {
      rmSync(ballast)
    }
    return undefined
  },
  'each host stopped, one after the other': async ({ hosts }) => {
    const codes = await hosts.restartEach('SIGTERM')
    return codes.every((code) => code === 0) ? undefined : `hosts exited with ${codes}`
  },
  'each host killed, one after the other': async ({ hosts }) => {
    await hosts.restartEach('SIGKILL')
    return undefined
  },
}

async function killMachine({ databases }: Cluster, { isDiskLost = false } = {}): Promise<undefined> {
  const primary = await databases.inRole('leader')
  await primary.kill()
  if (isDiskLost) databases.emptyDisk(primary)
  await setTimeout(LONG)
  databases.start(primary)
}

async function cutOff({ databases }: Cluster, role: Role, duration: number): Promise<undefined> {
  const machine = await databases.inRole(role)
  machine.cutOff()
  await setTimeout(duration)
  machine.reconnect()
}
