import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { DATA, type Databases, type Program, type Role } from '../../support/cluster/databases'
import type { Hosts } from '../../support/cluster/hosts'
import type { Machine } from '../../support/cluster/machine'
import type { Random } from '../../support/random'

type Cluster = { databases: Databases; hosts: Hosts; random: Random }

/** Does something to the cluster, leaves it so for a while, and mends it. Resolves to what should not have happened. */
type Trial = (cluster: Cluster) => Promise<string | undefined>

type Act = (machine: Machine, databases: Databases) => unknown

/** Longer than it takes until another machine is the primary, in milliseconds. */
const LONG = 30_000

const cutOff: Act = (machine) => machine.cutOff()
const reconnect: Act = (machine) => machine.reconnect()
const kill: Act = (machine) => machine.kill()
const start: Act = (machine, databases) => databases.start(machine)
const ballastOf = (machine: Machine) => machine.path(`${DATA}/ballast`)

export const TRIALS: Record<string, Trial> = {
  'Patroni and etcd asked by a stranger': async ({ databases }) => {
    const open = await databases.openToStrangers(await databases.inRole('leader'))
    if (open.length > 0) return `a stranger got an answer to ${open.join(', ')}`
    // Fails unless etcd answers who has a certificate.
    await databases.etcdLeader()
    return undefined
  },
  'PostgreSQL of the primary killed': trial('leader', LONG / 3, (primary, databases) =>
    databases.killPostgres(primary),
  ),
  'machine of the primary killed': trial('leader', LONG, kill, start),
  'machine of the primary killed, its disk emptied': trial('leader', LONG, kill, (primary, databases) => {
    databases.emptyDisk(primary)
    databases.start(primary)
  }),
  'primary cut off from everybody': async ({ databases }) => {
    const primary = await databases.inRole('leader')
    primary.cutOff()
    await setTimeout(1_000)
    const isConfirmed = await databases.isConfirmedOn(primary, "INSERT INTO probe VALUES ('cut off')")
    await setTimeout(LONG / 2)
    primary.reconnect()
    return isConfirmed ? 'a primary that is cut off confirmed a write' : undefined
  },
  'primary cut off from the other databases': trial(
    'leader',
    LONG,
    (primary, { machines }) => primary.cutOffFrom(machines.filter((other) => other !== primary)),
    reconnect,
  ),
  'synchronous standby cut off': trial('sync_standby', LONG, cutOff, reconnect),
  'other standby cut off': trial('replica', LONG / 2, cutOff, reconnect),
  'network of the primary away for seconds': (cluster) =>
    trial('leader', cluster.random.between(4_000, 10_000), cutOff, reconnect)(cluster),
  'planned switchover': trial('leader', LONG / 3, (_, databases) => databases.switchOver()),
  'all programs of the primary frozen': trial(
    'leader',
    LONG,
    (primary) => primary.signal('SIGSTOP'),
    (primary) => primary.signal('SIGCONT'),
  ),
  'Patroni of the primary killed': killed('patroni', 'leader', LONG),
  'PgBouncer of the primary killed': killed('pgbouncer', 'leader', 1_000),
  'leader of etcd killed': killed('etcd', 'etcd leader', LONG / 3),
  'disk of the primary filled': trial(
    'leader',
    LONG,
    // Ends when there is no room left.
    (primary) => spawnSync('dd', ['if=/dev/zero', `of=${ballastOf(primary)}`, 'bs=1M']),
    (primary) => rmSync(ballastOf(primary)),
  ),
  'each host stopped, one after the other': async ({ hosts }) => {
    const codes = await hosts.restartEach('SIGTERM')
    return codes.every((code) => code === 0) ? undefined : `hosts exited with ${codes}`
  },
  'each host killed, one after the other': async ({ hosts }) => {
    await hosts.restartEach('SIGKILL')
    return undefined
  },
}

/** @param duration in milliseconds, from the end of `harm` until `mend` */
function trial(role: Role | 'etcd leader', duration: number, harm: Act, mend?: Act): Trial {
  return async ({ databases }) => {
    const machine = await (role === 'etcd leader' ? databases.etcdLeader() : databases.inRole(role))
    await harm(machine, databases)
    await setTimeout(duration)
    await mend?.(machine, databases)
    return undefined
  }
}

function killed(program: Program, role: Role | 'etcd leader', duration: number): Trial {
  return trial(
    role,
    duration,
    (machine, databases) => databases.killProgram(machine, program),
    (machine, databases) => databases.start(machine, program),
  )
}
