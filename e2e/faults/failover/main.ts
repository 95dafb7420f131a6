import { setTimeout } from 'node:timers/promises'
import { startDatabases } from '../../support/cluster/databases'
import { FRONT, startHosts } from '../../support/cluster/hosts'
import { createNetwork } from '../../support/cluster/machine'
import type { Message } from '../../support/cluster/namespaces'
import { seeded } from '../../support/random'
import { waitFor } from '../../support/wait-for'
import type { Result } from '../harness/scenario'
import { type Client, createClient, type Judge } from './client'
import type { FailoverOptions } from './run'
import { TRIALS } from './trials'

const MAX_EXAMPLES = 20

const send = (message: Message<Result>) => process.send?.(message)
const {
  seed,
  clients: count,
  writesPerSecond,
  trials,
} = JSON.parse(String(process.argv[2])) as FailoverOptions
const random = seeded(seed)
const counts: Result['counts'] = { acknowledged: 0 }
const faults: Result['faults'] = { lost: 0, twice: 0, 'wrong answer': 0, 'not recovered': 0 }
const examples: string[] = []
let trial = 'start'
let lastWrite = performance.now()
let longestGap = 0

function fault(kind: string, example: string): void {
  faults[kind] = (faults[kind] ?? 0) + 1
  if (examples.length < MAX_EXAMPLES) examples.push(`${trial}: ${kind}: ${example}`)
}

function measureGap(): void {
  longestGap = Math.max(longestGap, performance.now() - lastWrite)
}

const judge: Judge = {
  fault,
  acknowledged() {
    counts.acknowledged = Number(counts.acknowledged) + 1
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
const clients: Client[] = []
for (let number = 1; number <= count; number += 1)
  clients.push(await createClient(hosts, `cliente${number}`, random.fork(), judge))
send({ progress: `${count} clients write` })

for (trial of trials) await runTrial(trial)
send({ result: { counts, faults, examples } })
process.exit()

/** A trial while all clients write, until the cluster is whole again; afterwards compares all notes. */
async function runTrial(name: string): Promise<void> {
  const before = { acknowledged: Number(counts.acknowledged), faults: sum(faults) }
  let isOver = false
  lastWrite = performance.now()
  longestGap = 0
  // About two of three requests write.
  const interval = (count * 1000 * (2 / 3)) / writesPerSecond
  const running = Promise.all(clients.map((client) => client.run(interval, () => isOver)))
  try {
    await setTimeout(2_000)
    const complaint = await TRIALS[name]?.({ databases, hosts, random })
    if (complaint) fault('wrong answer', complaint)
    await databases.untilWhole()
    await waitForWrites(2 * count)
  } catch (cause) {
    fault('not recovered', String(cause))
  }
  isOver = true
  await running
  for (const client of clients) await client.check()

  const gap = Math.round(longestGap) / 1000
  counts[`${name}, times`] = (counts[`${name}, times`] ?? 0) + 1
  counts[`${name}, longest without a write in s`] = Math.max(
    counts[`${name}, longest without a write in s`] ?? 0,
    gap,
  )
  const writes = Number(counts.acknowledged) - before.acknowledged
  send({ progress: `${name}: ${writes} writes, ${gap} s without, ${sum(faults) - before.faults} faults` })
}

async function waitForWrites(number: number): Promise<void> {
  const due = Number(counts.acknowledged) + number
  await waitFor('clients write again', 60_000, () => {
    measureGap()
    return Number(counts.acknowledged) >= due
  })
}

function sum(numbers: Record<string, number>): number {
  return Object.values(numbers).reduce((total, number) => total + number, 0)
}
