import { setTimeout } from 'node:timers/promises'
import type { Note } from '@/lib/domain/note'
import { checkResponse } from '../harness/check-response'
import { type DiskSize, damageOf, type Kind } from '../harness/databases'
import { type Conditions, type Result, type User, withScenario } from '../harness/scenario'
import { send } from '../harness/send'
import { isWhole, textOf } from '../harness/texts'

export const DISKS: Record<Kind, DiskSize> = {
  SQLite: { size: 30, taken: 15 },
  PostgreSQL: { size: 160, taken: 75 },
}

const MAX_NOTES = 2_000

/** Number of users that share the notes, which bounds the length of each list. */
const USERS = 20

/** Longest time that writes may fail after space is freed, in milliseconds. */
const RECOVERY_TIMEOUT = 20_000

export async function fullDisk(conditions: Conditions, { refusals }: { refusals: number }): Promise<Result> {
  return withScenario(conditions, async (scenario) => {
    const { random, database, counted } = scenario
    const host = await scenario.startHost({ MIN_FREE_DISK: '0' })
    const users: User[] = []
    for (let index = 0; index < USERS; index += 1) users.push(await scenario.register(host))
    const acknowledged = new Map<string, string>()

    async function write(length: number): Promise<boolean> {
      const json = textOf(`nota ${counted('writes sent')} ${scenario.secret}`, length)
      const { token } = random.pick(users)
      scenario.count('writes sent')
      const result = await send(host, 'POST', '/api/notes', { token, json })
      if (!checkResponse(scenario, 'a write', result)) return false
      acknowledged.set((JSON.parse(result.body) as Note)._id, json.title)
      scenario.count('acknowledged')
      return true
    }

    /** Reads must work on a full disk with SQLite; PostgreSQL may have ended. */
    async function readWhileFull({ token }: User): Promise<void> {
      for (const path of ['/api/notes', '/api/health']) {
        const isGood = checkResponse(scenario, path, await send(host, 'GET', path, { token }))
        if (isGood) scenario.count('reads while full')
        else if (!database.server) scenario.fault('wrong response', `${path} failed while the disk was full`)
      }
    }

    async function checkLists(): Promise<void> {
      const stored = new Map<string, Note>()
      for (const { token } of users) {
        const list = await send(host, 'GET', '/api/notes', { token })
        if (!checkResponse(scenario, 'a list', list)) continue
        for (const note of JSON.parse(list.body) as Note[]) stored.set(note._id, note)
      }
      for (const [id, title] of acknowledged)
        if (stored.get(id)?.title !== title) scenario.fault('lost', title)
      for (const note of stored.values()) if (!isWhole(note)) scenario.fault('torn', note.title)
    }

    for (let refused = 0; refused < refusals; ) {
      if (counted('writes sent') > MAX_NOTES) throw new Error('The disk does not become full.')
      if (!(await write(random.between(20_000, 190_000)))) refused += 1
      scenario.report(`${acknowledged.size} notes, ${refused} of ${refusals} refused`)
      if (refused > 0) await readWhileFull(random.pick(users))
    }

    database.freeSpace?.()
    const start = performance.now()
    while (!(await write(190_000))) {
      await setTimeout(100)
      const ms = performance.now() - start
      if (ms > 3 * RECOVERY_TIMEOUT) throw new Error('The host does not recover.')
      // PostgreSQL may be unable to restart by itself after a full disk.
      if (ms < RECOVERY_TIMEOUT / 2 || !database.server || counted('servers restarted') > 0) continue
      scenario.count('servers restarted')
      await database.server.crash()
      await database.server.start()
    }
    const recovery = Math.round(performance.now() - start)
    if (recovery > RECOVERY_TIMEOUT) scenario.fault('slow', `${recovery} ms to recover after space was freed`)
    scenario.count('recovery in ms', recovery)
    for (let note = 0; note < 10; note += 1) await write(1_000)

    await checkLists()
    await host.stop()
    const damage = damageOf(database)
    if (damage) scenario.fault('corrupt', damage)
  })
}
