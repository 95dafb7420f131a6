import { setTimeout } from 'node:timers/promises'
import { createUser, notesStatus } from '../../support/api-client'
import { startDatabases } from '../../support/cluster/databases'
import { FRONT, startHosts } from '../../support/cluster/hosts'
import { createNetwork } from '../../support/cluster/machine'
import { seeded } from '../../support/random'
import { waitFor } from '../../support/wait-for'
import { isUnavailable } from '../harness/check-response'
import { type Client, createClient } from '../harness/client'
import { checkStoredNotes } from '../harness/clients'
import { createRecorder } from '../harness/scenario'
import type { FailoverOptions, Message } from './run'
import { TRIALS } from './trials'

/** Longest time without a response, in milliseconds. */
const TIMEOUT = 15_000

const send = (message: Message) => process.send?.(message)
const {
  seed,
  clients: number,
  writesPerSecond,
  trials,
} = JSON.parse(String(process.argv[2])) as FailoverOptions
const random = seeded(seed)
const { result, ...recorder } = createRecorder()
const { counts } = result
let trial = 'start'
let lastWrite = performance.now()
let longestGap = 0

function measureGap(): void {
  longestGap = Math.max(longestGap, performance.now() - lastWrite)
}

const judge = {
  random,
  secret: '',
  fault: (kind: string, example: string) => recorder.fault(kind, `${trial}: ${example}`),
  count(name: string, times?: number): void {
    recorder.count(name, times)
    if (name !== 'acknowledged') return
    measureGap()
    lastWrite = performance.now()
  },
}

// Otherwise the cluster would outlive a test that has been ended.
process.once('disconnect', () => process.exit(1))

createNetwork(FRONT)
const databases = await startDatabases()
const hosts = await startHosts(databases.password)
await databases.isConfirmedOn(await databases.inRole('leader'), 'CREATE TABLE probe (text TEXT)')
const options = { isAlone: true, isAcceptable: isUnavailable, timeout: TIMEOUT }
const clients: Client[] = []
for (let at = 0; at < number; at += 1)
  clients.push(createClient(judge, await createUser(hosts), `cliente${at}`, options))
send({ progress: `${number} clients write` })

for (trial of trials) await runTrial(trial)
send({ result })
process.exit()

/** A trial while all clients write, until the cluster is whole again; afterwards compares all notes. */
async function runTrial(name: string): Promise<void> {
  const before = { acknowledged: acknowledged(), faults: faults() }
  let isOver = false
  lastWrite = performance.now()
  longestGap = 0
  const running = Promise.all(clients.map((client) => run(client, () => isOver)))
  try {
    await setTimeout(2_000)
    const complaint = await TRIALS[name]?.({ databases, hosts, random })
    if (complaint) judge.fault('wrong response', complaint)
    await databases.untilWhole()
    await waitForWrites(2 * number)
  } catch (cause) {
    judge.fault('not recovered', String(cause))
  }
  isOver = true
  await running
  await waitFor('the lists can be read', 60_000, async () => {
    const statuses = await Promise.all(clients.map(({ user }) => notesStatus(hosts, user.token)))
    return statuses.every((status) => status === 200)
  }).catch((cause) => judge.fault('lost', String(cause)))
  await checkStoredNotes(judge, hosts, clients)

  const gap = Math.round(longestGap) / 1000
  const longest = `${name}, longest without a write in s`
  recorder.count(`${name}, times`)
  counts[longest] = Math.max(counts[longest] ?? 0, gap)
  const writes = acknowledged() - before.acknowledged
  send({ progress: `${name}: ${writes} writes, ${gap} s without, ${faults() - before.faults} faults` })
}

async function run(client: Client, isOver: () => boolean): Promise<void> {
  // About two of three requests write.
  const interval = (number * 1000 * (2 / 3)) / writesPerSecond
  let next = performance.now() + random.below(interval)
  while (!isOver()) {
    await setTimeout(Math.max(0, next - performance.now()))
    await client.step(hosts)
    next = Math.max(next + interval, performance.now() - interval)
  }
}

async function waitForWrites(more: number): Promise<void> {
  const due = acknowledged() + more
  await waitFor('clients write again', 60_000, () => {
    measureGap()
    return acknowledged() >= due
  })
}

function acknowledged(): number {
  return recorder.counted('acknowledged')
}

function faults(): number {
  return Object.values(result.faults).reduce((total, count) => total + count, 0)
}
