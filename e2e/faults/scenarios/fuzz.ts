import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Note } from '@/lib/domain/note'
import type { Random } from '../../support/random'
import type { HostProcess } from '../../support/servers/host'
import { openSocket } from '../../support/sockets'
import { hasMessage } from '../harness/check-response'
import { parseAnswer, type RawAnswer } from '../harness/raw-response'
import { type Conditions, type Result, runTrial } from '../harness/scenario'
import { ask } from '../harness/send'
import { type HostileRequest, hostileRequest, type Names } from './hostile-request'

type Counts = { requests: number }

/** Requests at once: few, so that no password has to wait for too many others. */
const CONCURRENCY = 8

/** Requests to one host: what it prints is kept, and read to its end. */
const BATCH = 5_000

/** How long what is not HTTP may go unanswered before we hang up, and what is HTTP, in milliseconds. */
const SHORT_PATIENCE = 300
const PATIENCE = 10_000

/** Requests that nobody should send, at every call of the host's own description. */
export async function fuzz(conditions: Conditions, { requests }: Counts): Promise<Result> {
  return runTrial(conditions, ['wrong', 'changed', 'unspoken', 'exited'], async (trial) => {
    const { random, secret } = trial
    let host = await trial.startHost()
    const victim = await trial.register(host)
    const attackers = [await trial.register(host), await trial.register(host)]
    const victims = await ask(host, 'POST', '/api/notes', {
      token: victim.token,
      json: { title: 'Compras', content: secret },
    })
    const { body: description } = await ask(host, 'GET', '/api/openapi.json')
    const calls = callsOf(description).filter((call) => call !== 'POST /auth/logout')
    const names: Names = {
      calls: [...calls, ...calls.filter((call) => /^(POST|PUT) \/notes/.test(call)), 'POST /notes'],
      tokens: attackers.map(({ token }) => token),
      ids: [(JSON.parse(victims.body) as Note)._id],
      secret,
    }

    async function work(own: Random, end: number): Promise<void> {
      while (trial.counted('requests') < end) {
        trial.count('requests')
        const sent = hostileRequest(own, names)
        const answer = await send(host, sent)
        trial.count(`answered ${answer ? `${Math.floor(answer.status / 100)}xx` : 'not at all'}`)
        const problem = problemOf(sent, answer)
        if (problem) trial.fault('wrong', `${problem}: ${describe(sent, answer)}`)
        const isNote = /^(POST|PUT) \/api\/notes/.test(`${sent.method} ${sent.path}`)
        if (isNote && answer && answer.status < 300) await readBack(sent, answer, own)
        trial.say(`${trial.counted('requests')} of ${requests} requests`)
      }
    }

    /** What was accepted is there as it was sent, alone and in the list. */
    async function readBack(sent: HostileRequest, answer: RawAnswer, own: Random): Promise<void> {
      trial.count('read back')
      const { title, content } = JSON.parse(new TextDecoder().decode(sent.body)) as Note
      const note = JSON.parse(plain(answer)) as Note
      if (!isDeepStrictEqual(note, { _id: note._id, title, content })) {
        trial.fault('changed', `answered otherwise: ${describe(sent, answer)}`)
      }
      // One that others may change or delete meanwhile is not looked for.
      if (names.ids.includes(note._id)) return
      for (const { token } of attackers) {
        const alone = await ask(host, 'GET', `/api/notes/${note._id}`, { token })
        if (alone.status === 404) continue
        const list = await ask(host, 'GET', '/api/notes', { token })
        const listed = (JSON.parse(list.body) as Note[]).find(({ _id }) => _id === note._id)
        for (const stored of [JSON.parse(alone.body), listed]) {
          if (!isDeepStrictEqual(stored, note)) {
            trial.fault('changed', `stored otherwise: ${describe(sent, answer)}`)
          }
        }
        if (names.ids.length < 5 && own.chance(0.1)) names.ids.push(note._id)
        else await ask(host, 'DELETE', `/api/notes/${note._id}`, { token })
        return
      }
      trial.fault('changed', `not there: ${describe(sent, answer)}`)
    }

    while (trial.counted('requests') < requests) {
      const end = Math.min(requests, trial.counted('requests') + BATCH)
      await Promise.all(Array.from({ length: CONCURRENCY }, () => work(random.fork(), end)))
      const { status } = await ask(host, 'GET', '/api/health')
      if (status !== 200) trial.fault('exited', `the health is answered with ${status}`)
      for (const line of host.output().split('\n')) {
        if (line && (!/^(\{|Notas)/.test(line) || line.includes('"level":"error"')))
          trial.fault('unspoken', line)
      }
      await host.stop()
      host = await trial.startHost()
    }
    const list = await ask(host, 'GET', '/api/notes', { token: victim.token })
    if (!isDeepStrictEqual(JSON.parse(list.body), [JSON.parse(victims.body)]))
      trial.fault('changed', `somebody else's note: ${list.body}`)
  })
}

function callsOf(description: string): string[] {
  const { paths } = JSON.parse(description) as { paths: Record<string, object> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

async function send(host: HostProcess, { bytes, isHttp }: HostileRequest): Promise<RawAnswer | undefined> {
  const { socket, closed, received } = await openSocket(host)
  const timer = setTimeout(() => socket.destroy(), isHttp ? PATIENCE : SHORT_PATIENCE)
  socket.write(bytes)
  await closed
  clearTimeout(timer)
  socket.destroy()
  return parseAnswer(Buffer.from(received(), 'latin1'))
}

/** What the host should not have done; undefined where all is well. */
function problemOf(
  { method, path, isHttp }: HostileRequest,
  answer: RawAnswer | undefined,
): string | undefined {
  if (!answer) return isHttp ? 'not answered' : undefined
  const { status } = answer
  const isBusy = status === 503 && path.startsWith('/api/auth/')
  if (status >= 500 && !isBusy) return 'a fault of the host'
  if (status < 400 || method === 'HEAD' || !isHttp) return undefined
  return hasMessage(plain(answer)) ? undefined : 'no message'
}

function plain({ headers, body }: RawAnswer): string {
  const encoding = headers.get('content-encoding')
  if (encoding === 'br') return brotliDecompressSync(body).toString()
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString()
}

function describe({ bytes }: HostileRequest, answer: RawAnswer | undefined): string {
  const said = answer ? `${answer.status} ${answer.body.toString('latin1').slice(0, 200)}` : 'nothing'
  const request = bytes.toString('latin1').replaceAll(/(.)\1{30,}/g, '$1…')
  return `${JSON.stringify(request.slice(0, 1_000))} → ${said}`
}
