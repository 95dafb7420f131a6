import { readdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Note, NoteText } from '@/lib/domain/note'
import type { HostProcess } from '../../support/servers/host'
import { type Connection, openSocket, requestOf } from '../../support/sockets'
import { waitFor } from '../../support/wait-for'
import { checkResponse } from '../harness/check-response'
import { type Conditions, type Result, type User, withScenario } from '../harness/scenario'
import { send } from '../harness/send'
import { textOf } from '../harness/texts'

type Counts = {
  clients: number
  silent: number
  rounds: number
}

/** Longest time that other clients wait for a response, in milliseconds. */
const MAX_RESPONSE_TIME = 10_000

/** Files and sockets that the host may open for its database, besides those open at the start. */
const SPARE_HANDLES = 15

export async function clients(conditions: Conditions, counts: Counts): Promise<Result> {
  return withScenario(conditions, async (scenario) => {
    const { random } = scenario
    const host = await scenario.startHost()
    const register = () => scenario.register(host)
    const [others, slow, rich] = await Promise.all([register(), register(), register()])
    const expected = new Map<User, NoteText[]>([others, slow, rich].map((user) => [user, []]))
    for (let number = 0; number < 5; number += 1) await create(rich, 190_000)
    const before = openHandles(host)
    let isOver = false

    async function create(user: User, length: number): Promise<void> {
      const text = textOf(`nota ${scenario.counted('writes sent')} ${scenario.secret}`, length)
      scenario.count('writes sent')
      const result = await send(host, 'POST', '/api/notes', { token: user.token, json: text })
      if (result.ms > MAX_RESPONSE_TIME) scenario.fault('slow', `${Math.round(result.ms)} ms for a write`)
      if (checkResponse(scenario, 'a write', result)) expected.get(user)?.unshift(text)
      if (result.status === 503) scenario.fault('wrong response', '503 to a write')
    }

    async function useMeanwhile(): Promise<void> {
      const own = random.fork()
      while (!isOver) {
        await create(others, own.below(2_000))
        const { status, ms } = await send(host, 'GET', '/api/health')
        if (status !== 200) scenario.fault('wrong response', `GET /api/health: ${status}`)
        if (ms > MAX_RESPONSE_TIME) scenario.fault('slow', `GET /api/health: ${ms} ms`)
        await setTimeout(50)
      }
    }

    function creationOf(text: NoteText): Buffer {
      const options = { body: JSON.stringify(text), headers: ['Connection: close'] }
      return Buffer.from(requestOf('/api/notes', { method: 'POST', token: slow.token, ...options }))
    }

    /** Sends a part of a request; its note must not be stored. */
    async function sendHalf(): Promise<Connection> {
      scenario.count('half a body')
      const bytes = creationOf(textOf(`media ${scenario.secret}`, random.between(10, 100_000)))
      const length = random.between(1, bytes.length - 1)
      const connection = await openSocket(host)
      connection.socket.write(bytes.subarray(0, length))
      return connection
    }

    async function sendByteByByte(): Promise<void> {
      scenario.count('a byte at a time')
      const text = textOf(`lenta ${scenario.counted('a byte at a time')} ${scenario.secret}`, 100)
      const connection = await openSocket(host)
      connection.socket.setNoDelay()
      for (const byte of creationOf(text)) {
        connection.socket.write(Uint8Array.of(byte))
        await setTimeout(1)
      }
      await connection.closed
      if (!connection.received().startsWith('HTTP/1.1 201'))
        scenario.fault('wrong response', connection.received().slice(0, 200))
      else expected.get(slow)?.unshift(text)
    }

    /** Requests more than a socket buffers, and hangs up or stops reading at the first bytes. */
    async function readStart(hangsUp: boolean): Promise<Connection> {
      scenario.count(hangsUp ? 'hung up during the response' : 'stopped reading the response')
      const connection = await openSocket(host)
      const { socket } = connection
      socket.once('data', () => (hangsUp ? socket.destroy() : socket.pause()))
      socket.write(requestOf('/api/notes', rich))
      return connection
    }

    async function runRound(): Promise<void> {
      const many = Array.from({ length: counts.clients })
      const waiting = await Promise.all([
        ...many.map(sendHalf),
        ...many.map(() => readStart(false)),
        ...Array.from({ length: counts.silent }, () => {
          scenario.count('silent')
          return openSocket(host)
        }),
      ])
      const leaving = await Promise.all([...many.map(sendHalf), ...many.map(() => readStart(true))])
      for (const { socket } of leaving) random.chance(0.5) ? socket.destroy() : socket.end()
      await Promise.all(many.map(sendByteByByte))
      await setTimeout(500)
      for (const { socket } of [...waiting, ...leaving])
        random.chance(0.5) ? socket.resetAndDestroy() : socket.destroy()
    }

    const using = useMeanwhile()
    for (let number = 1; number <= counts.rounds; number += 1) {
      await runRound()
      scenario.report(`${number} of ${counts.rounds} rounds`)
    }
    isOver = true
    await using

    const leaked = () => openHandles(host) - before
    await waitFor('the host has closed the connections', 60_000, () => leaked() <= SPARE_HANDLES).catch(() =>
      scenario.fault('leaked handles', `${leaked()} more files and sockets than before`),
    )
    for (const [{ token }, texts] of expected) {
      const { body } = await send(host, 'GET', '/api/notes', { token })
      const stored = new Set((JSON.parse(body) as Note[]).map(({ title, content }) => `${title}\n${content}`))
      for (const { title, content } of texts) {
        if (!stored.delete(`${title}\n${content}`)) scenario.fault('lost', title)
      }
      for (const text of stored) scenario.fault('stored incomplete', text.slice(0, 100))
    }
  })
}

function openHandles({ pid }: HostProcess): number {
  return readdirSync(`/proc/${pid}/fd`).length
}
