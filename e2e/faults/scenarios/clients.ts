import { readdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Note, NoteText } from '@/lib/domain/note'
import type { HostProcess } from '../../support/servers/host'
import { type Connection, openSocket } from '../../support/sockets'
import { judge } from '../harness/check-response'
import { type Conditions, type Person, type Result, runTrial } from '../harness/scenario'
import { ask } from '../harness/send'
import { textOf } from '../harness/texts'
import { until } from '../harness/wait-for'

type Counts = {
  /** Of each kind of client at once. */
  clients: number
  /** Connections that say nothing. */
  silent: number
  rounds: number
}

/** The longest that anybody else waits for an answer meanwhile, in milliseconds. */
const PATIENCE = 10_000

/** Files and sockets that the host may have open more than before: of its database. */
const SPARE = 15

/** Clients that are slow, silent or gone, while others use the host. */
export async function clients(conditions: Conditions, counts: Counts): Promise<Result> {
  return runTrial(conditions, ['lost', 'stored', 'wrong', 'slow', 'held'], async (trial) => {
    const { random } = trial
    const host = await trial.startHost()
    const [others, slow, rich] = await Promise.all([0, 1, 2].map(() => trial.register(host)))
    if (!others || !slow || !rich) return
    const expected = new Map<Person, NoteText[]>([others, slow, rich].map((person) => [person, []]))
    for (let number = 0; number < 5; number += 1) await create(rich, 190_000)
    const before = filesOf(host)
    let isOver = false

    async function create(person: Person, length: number): Promise<void> {
      const text = textOf(`nota ${trial.counted('asked')} ${trial.secret}`, length)
      trial.count('asked')
      const reply = await ask(host, 'POST', '/api/notes', { token: person.token, json: text })
      if (reply.ms > PATIENCE) trial.fault('slow', `${Math.round(reply.ms)} ms for a write`)
      if (judge(trial, 'a write', reply)) expected.get(person)?.unshift(text)
      if (reply.status === 503) trial.fault('wrong', 'a write was answered with 503')
    }

    async function useMeanwhile(): Promise<void> {
      while (!isOver) {
        await create(others as Person, random.below(2_000))
        const reply = await ask(host, 'GET', '/api/health')
        if (reply.status !== 200 || reply.ms > PATIENCE)
          trial.fault('slow', 'the health is not answered in time')
        await setTimeout(50)
      }
    }

    /** A request of the person, as bytes; its note is never to be stored unless all of it is sent. */
    function requestOf(person: Person, text: NoteText): Buffer {
      const body = Buffer.from(JSON.stringify(text))
      const head =
        `POST /api/notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`
      return Buffer.concat([Buffer.from(head), body])
    }

    async function sendHalf(): Promise<Connection> {
      trial.count('half a body')
      const bytes = requestOf(slow as Person, textOf(`media ${trial.secret}`, random.between(10, 100_000)))
      const connection = await openSocket(host)
      connection.socket.write(bytes.subarray(0, random.between(1, bytes.length - 1)))
      return connection
    }

    async function sendBytes(): Promise<void> {
      trial.count('a byte at a time')
      const text = textOf(`lenta ${trial.counted('a byte at a time')} ${trial.secret}`, 100)
      const connection = await openSocket(host)
      connection.socket.setNoDelay()
      for (const byte of requestOf(slow as Person, text)) {
        connection.socket.write(Uint8Array.of(byte))
        await setTimeout(1)
      }
      await connection.closed
      if (!connection.received().startsWith('HTTP/1.1 201'))
        trial.fault('wrong', connection.received().slice(0, 200))
      else expected.get(slow as Person)?.unshift(text)
    }

    /** Asks for more than a socket holds, and hangs up or falls asleep at their beginning. */
    async function takeSome(hangsUp: boolean): Promise<Connection> {
      trial.count(hangsUp ? 'hung up at the answer' : 'asleep at the answer')
      const connection = await openSocket(host)
      const { socket } = connection
      socket.once('data', () => (hangsUp ? socket.destroy() : socket.pause()))
      socket.write(
        `GET /api/notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${(rich as Person).token}\r\n\r\n`,
      )
      return connection
    }

    async function round(): Promise<void> {
      const many = Array.from({ length: counts.clients })
      const waiting = await Promise.all([
        ...many.map(sendHalf),
        ...many.map(() => takeSome(false)),
        ...Array.from({ length: counts.silent }, () => {
          trial.count('silent')
          return openSocket(host)
        }),
      ])
      const leaving = await Promise.all([...many.map(sendHalf), ...many.map(() => takeSome(true))])
      for (const { socket } of leaving) random.chance(0.5) ? socket.destroy() : socket.end()
      await Promise.all(many.map(sendBytes))
      await setTimeout(500)
      for (const { socket } of [...waiting, ...leaving])
        random.chance(0.5) ? socket.resetAndDestroy() : socket.destroy()
    }

    const using = useMeanwhile()
    for (let number = 1; number <= counts.rounds; number += 1) {
      await round()
      trial.say(`${number} of ${counts.rounds} rounds`)
    }
    isOver = true
    await using

    const left = () => filesOf(host) - before
    await until('the host has let go', 15_000, () => left() <= SPARE).catch(() =>
      trial.fault('held', `${left()} files and sockets more than before`),
    )
    for (const [{ token }, texts] of expected) {
      const { body } = await ask(host, 'GET', '/api/notes', { token })
      const stored = new Set((JSON.parse(body) as Note[]).map(({ title, content }) => `${title}\n${content}`))
      for (const { title, content } of texts) {
        if (!stored.delete(`${title}\n${content}`)) trial.fault('lost', title)
      }
      for (const text of stored) trial.fault('stored', text.slice(0, 100))
    }
  })
}

function filesOf({ pid }: HostProcess): number {
  return readdirSync(`/proc/${pid}/fd`).length
}
