import { setTimeout } from 'node:timers/promises'
import type { Note } from '@/lib/domain/note'
import type { HostProcess } from '../../support/servers/host'
import { judge } from '../harness/check-response'
import type { Kind } from '../harness/databases'
import { type Conditions, type Person, type Result, runTrial, type Trial } from '../harness/scenario'
import { ask } from '../harness/send'
import { isWhole, textOf } from '../harness/texts'

type Counts = {
  /** Writes that must be refused, one after the other, before there is room again. */
  refusals: number
  makeRoom: () => void
}

/** In MB. */
export const DISKS = {
  SQLite: { size: 30, taken: 15 },
  PostgreSQL: { size: 160, taken: 50 },
} satisfies Record<Kind, object>

/** More than a disk of these has room for. */
const MAX_NOTES = 2_000

/** Who shares the notes, so that no list is very long. */
const PEOPLE = 20

/** How long after there is room again a write may be refused, in milliseconds. */
const RECOVERY = 20_000

/** A disk is filled with notes until no more can be stored, and gets room again. */
export async function fullDisk(conditions: Conditions, { refusals, makeRoom }: Counts): Promise<Result> {
  return runTrial(conditions, ['lost', 'torn', 'wrong', 'slow', 'stuck', 'damaged'], async (trial) => {
    const { random, database, counted } = trial
    const host = await trial.startHost()
    const people: Person[] = []
    for (let index = 0; index < PEOPLE; index += 1) people.push(await trial.register(host))
    const acknowledged = new Map<string, string>()

    async function write(length: number): Promise<boolean> {
      const json = textOf(`nota ${counted('asked')} ${trial.secret}`, length)
      const { token } = random.pick(people)
      trial.count('asked')
      const reply = await ask(host, 'POST', '/api/notes', { token, json })
      if (!judge(trial, 'a write', reply)) return false
      acknowledged.set((JSON.parse(reply.body) as Note)._id, json.title)
      trial.count('acknowledged')
      return true
    }

    for (let refused = 0; refused < refusals; ) {
      if (counted('asked') > MAX_NOTES) throw new Error('The disk does not become full.')
      if (!(await write(random.between(20_000, 190_000)))) refused += 1
      trial.say(`${acknowledged.size} notes, ${refused} of ${refusals} refused`)
      if (refused > 0) await readMeanwhile(trial, host, random.pick(people))
    }

    makeRoom()
    const start = performance.now()
    while (!(await write(190_000))) {
      await setTimeout(100)
      // A server that could not even start again needs somebody to start it.
      if (performance.now() - start < RECOVERY / 2 || !database.server) continue
      if (counted('servers started again') === 0) {
        trial.count('servers started again')
        await database.server.crash()
        await database.server.start()
      }
      if (performance.now() - start > RECOVERY) {
        trial.fault('stuck', `${RECOVERY} ms after there was room`)
        break
      }
    }
    trial.count('ms until well', Math.round(performance.now() - start))
    for (let note = 0; note < 10; note += 1) await write(1_000)

    await checkLists(trial, host, people, acknowledged)
    await host.stop()
    const damage = await database.damage()
    if (damage) trial.fault('damaged', damage)
  })
}

/** What is in a file can be read although no more fits; a server may have ended. */
async function readMeanwhile(trial: Trial, host: HostProcess, { token }: Person): Promise<void> {
  for (const path of ['/api/notes', '/api/health']) {
    const isGood = judge(trial, path, await ask(host, 'GET', path, { token }))
    if (isGood) trial.count('reads meanwhile')
    else if (!trial.database.server) trial.fault('wrong', `${path} was not answered`)
  }
}

async function checkLists(
  trial: Trial,
  host: HostProcess,
  people: Person[],
  acknowledged: Map<string, string>,
): Promise<void> {
  const stored = new Map<string, Note>()
  for (const { token } of people) {
    const list = await ask(host, 'GET', '/api/notes', { token })
    if (!judge(trial, 'a list', list)) continue
    for (const note of JSON.parse(list.body) as Note[]) stored.set(note._id, note)
  }
  for (const [id, title] of acknowledged) {
    if (stored.get(id)?.title !== title) trial.fault('lost', title)
  }
  for (const note of stored.values()) if (!isWhole(note)) trial.fault('torn', note.title)
}
