import { isSameText, type Note, type NoteText } from '@/lib/domain/note'
import type { Origin } from '../../support/api-client'
import type { Random } from '../../support/random'
import type { HostProcess } from '../../support/servers/host'
import type { Scenario, User } from './scenario'
import { type SendResult, send, type Transport } from './send'
import { isWhole, textOf } from './texts'

export type Workload = {
  user: User
  name: string
  /** Creates, edits and deletes notes one after another, until a write fails or all is over. Resolves to the last response. */
  run: (host: Origin, isOver?: () => boolean) => Promise<SendResult>
  /** Expects what is stored from now on. True if the last write was done although its response was lost. */
  check: (stored: Note[]) => boolean
}

/** A write without a response. Without an id it creates, without a text it deletes. */
type Unconfirmed = { id?: string; text?: NoteText }

/** Acknowledged text. `turn` orders the responses; it is undefined for a write without one. */
type Acknowledged = { text: NoteText; turn?: number }

export async function createWorkloads(
  scenario: Scenario,
  host: HostProcess,
  counts: { clients: number; users: number },
  transports: Transport[] = [{}],
): Promise<Workload[]> {
  const users: User[] = []
  for (let index = 0; index < counts.users; index += 1) users.push(await scenario.register(host))
  return Array.from({ length: counts.clients }, (_, index) =>
    createWorkload(scenario, {
      user: users[index % users.length] as User,
      name: `cliente${index}`,
      random: scenario.random.fork(),
      transport: transports[index % transports.length] as Transport,
    }),
  )
}

type Options = { user: User; name: string; random: Random; transport: Transport }

function createWorkload(scenario: Scenario, { user, name, random, transport }: Options): Workload {
  const { token } = user
  const expected = new Map<string, Acknowledged>()
  const deleted = new Set<string>()
  let unconfirmed: Unconfirmed | undefined
  let turns = 0
  let hasFailed = false

  async function step(host: Origin): Promise<SendResult> {
    const text = textOf(`${name} ${turns} ${scenario.secret}`, lengthOf(random))
    const id = expected.size > 0 && random.chance(0.6) ? random.pick([...expected.keys()]) : undefined
    turns += 1

    if (id !== undefined && random.chance(0.3)) {
      unconfirmed = { id }
      const result = await send(host, 'DELETE', `/api/notes/${id}`, { token, ...transport })
      if (isAcknowledged(result, 204)) {
        expected.delete(id)
        deleted.add(id)
      }
      return result
    }

    unconfirmed = { id, text }
    const result = id
      ? await send(host, 'PUT', `/api/notes/${id}`, { token, json: text, ...transport })
      : await send(host, 'POST', '/api/notes', { token, json: text, ...transport })
    if (!isAcknowledged(result, id ? 200 : 201)) return result
    const note = JSON.parse(result.body) as Note
    if (!isSameText(note, text)) scenario.fault('torn', `the response to ${text.title} has ${note.title}`)
    expected.set(note._id, { text, turn: turns })
    return result
  }

  function isAcknowledged({ status, body }: SendResult, success: number): boolean {
    if (status !== success) {
      hasFailed = true
      if (status !== 0 && status !== 503)
        scenario.fault('wrong response', `${status} instead of ${success}: ${body}`)
      return false
    }
    unconfirmed = undefined
    scenario.count('acknowledged')
    return true
  }

  function checkExpected(id: string, { text }: Acknowledged, note: Note | undefined): boolean {
    const isUncertain = unconfirmed?.id === id
    if (note && isSameText(note, text)) return false
    if (isUncertain && note && unconfirmed?.text && isSameText(note, unconfirmed.text)) {
      expected.set(id, { text: unconfirmed.text })
      return true
    }
    if (note) expected.set(id, { text: note })
    else expected.delete(id)
    if (isUncertain && !note && !unconfirmed?.text) return true
    scenario.fault('lost', `${text.title}; stored instead: ${note?.title ?? 'nothing'}`)
    return false
  }

  function checkUnexpected(note: Note): boolean {
    expected.set(note._id, { text: note })
    if (!unconfirmed?.id && unconfirmed?.text && isSameText(note, unconfirmed.text)) return true
    const reason = deleted.has(note._id) ? 'deleted' : 'never acknowledged'
    scenario.fault('resurrected', `${note.title}, which was ${reason}`)
    return false
  }

  function checkOrder(stored: Note[]): void {
    const newestFirst = stored.flatMap(({ _id }) => expected.get(_id)?.turn ?? [])
    const isOrdered = newestFirst.every((turn, index) => index === 0 || turn < Number(newestFirst[index - 1]))
    if (!isOrdered) scenario.fault('wrong order', `${name}: ${newestFirst.join(' ')}`)
  }

  return {
    user,
    name,
    async run(host, isOver = () => false) {
      hasFailed = false
      for (;;) {
        const result = await step(host)
        if (hasFailed || isOver()) return result
      }
    },
    check(stored) {
      const byId = new Map(stored.map((note) => [note._id, note]))
      for (const note of stored) if (!isWhole(note)) scenario.fault('torn', note.title)
      const unexpected = stored.filter(({ _id }) => !expected.has(_id))
      const isChanged = [...expected].map(([id, one]) => checkExpected(id, one, byId.get(id))).includes(true)
      const isCreated = unexpected.map(checkUnexpected).includes(true)
      checkOrder(stored)
      unconfirmed = undefined
      return isChanged || isCreated
    },
  }
}

function lengthOf(random: Random): number {
  return random.chance(0.1) ? random.between(5_000, 40_000) : random.below(500)
}
