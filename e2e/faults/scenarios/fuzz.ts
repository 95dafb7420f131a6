import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Note } from '@/lib/domain/note'
import type { Random } from '../../support/random'
import type { HostProcess } from '../../support/servers/host'
import { openSocket } from '../../support/sockets'
import { hasMessage } from '../harness/check-response'
import { parseResponse, type RawResponse } from '../harness/raw-response'
import { type Conditions, type Result, withScenario } from '../harness/scenario'
import { send } from '../harness/send'
import { type HostileRequest, hostileRequest, type Names } from './hostile-request'

type Counts = { requests: number }

/** Requests at once; more would make password hashing exceed its queue. */
const CONCURRENCY = 8

/** Requests to one host, whose whole output is held in memory. */
const BATCH = 5_000

/** Longest wait for the response to invalid and to valid HTTP, in milliseconds. */
const INVALID_TIMEOUT = 300
const VALID_TIMEOUT = 30_000

export async function fuzz(conditions: Conditions, { requests }: Counts): Promise<Result> {
  return withScenario(conditions, async (scenario) => {
    const { random, secret } = scenario
    let host = await scenario.startHost()
    const victim = await scenario.register(host)
    const attackers = [await scenario.register(host), await scenario.register(host)]
    const victims = await send(host, 'POST', '/api/notes', {
      token: victim.token,
      json: { title: 'Compras', content: secret },
    })
    const { body: description } = await send(host, 'GET', '/api/openapi.json')
    const calls = callsOf(description).filter((call) => call !== 'POST /auth/logout')
    const names: Names = {
      calls: [...calls, ...calls.filter((call) => /^(POST|PUT) \/notes/.test(call)), 'POST /notes'],
      tokens: attackers.map(({ token }) => token),
      ids: [(JSON.parse(victims.body) as Note)._id],
      secret,
    }

    async function sendRequests(end: number): Promise<void> {
      while (scenario.counted('requests') < end) {
        scenario.count('requests')
        // Each request has its own, so that a seed repeats all whatever the order of their responses.
        const own = random.fork()
        const request = hostileRequest(own, names)
        const response = await sendRaw(host, request)
        scenario.count(response ? `responses ${Math.floor(response.status / 100)}xx` : 'no response')
        const problem = problemOf(request, response)
        if (problem) scenario.fault('wrong response', `${problem}: ${describe(request, response)}`)
        const isNote = /^(POST|PUT) \/api\/notes/.test(`${request.method} ${request.path}`)
        if (isNote && response && response.status < 300) await readBack(request, response, own)
        scenario.report(`${scenario.counted('requests')} of ${requests} requests`)
      }
    }

    /** Checks that an accepted note is stored as it was sent, in its own response and in the list. */
    async function readBack(request: HostileRequest, response: RawResponse, own: Random): Promise<void> {
      scenario.count('read back')
      const { title, content } = JSON.parse(new TextDecoder().decode(request.body)) as Note
      const note = JSON.parse(plain(response)) as Note
      if (!isDeepStrictEqual(note, { _id: note._id, title, content })) {
        scenario.fault('altered', `in the response: ${describe(request, response)}`)
      }
      // Other requests may change or delete these notes meanwhile.
      if (names.ids.includes(note._id)) return
      for (const { token } of attackers) {
        const alone = await send(host, 'GET', `/api/notes/${note._id}`, { token })
        if (alone.status === 404) continue
        const list = await send(host, 'GET', '/api/notes', { token })
        const listed = (JSON.parse(list.body) as Note[]).find(({ _id }) => _id === note._id)
        for (const stored of [JSON.parse(alone.body), listed]) {
          if (!isDeepStrictEqual(stored, note)) {
            scenario.fault('altered', `in the database: ${describe(request, response)}`)
          }
        }
        if (names.ids.length < 5 && own.chance(0.1)) names.ids.push(note._id)
        else await send(host, 'DELETE', `/api/notes/${note._id}`, { token })
        return
      }
      scenario.fault('altered', `not stored: ${describe(request, response)}`)
    }

    while (scenario.counted('requests') < requests) {
      const end = Math.min(requests, scenario.counted('requests') + BATCH)
      await Promise.all(Array.from({ length: CONCURRENCY }, () => sendRequests(end)))
      const { status } = await send(host, 'GET', '/api/health')
      if (status !== 200) scenario.fault('unhealthy', `GET /api/health: ${status}`)
      for (const line of host.output().split('\n')) {
        if (line && (!line.startsWith('{') || line.includes('"level":"error"')))
          scenario.fault('unexpected output', line)
      }
      await host.stop()
      host = await scenario.startHost()
    }
    const list = await send(host, 'GET', '/api/notes', { token: victim.token })
    if (!isDeepStrictEqual(JSON.parse(list.body), [JSON.parse(victims.body)]))
      scenario.fault('altered', `another user's note: ${list.body}`)
  })
}

function callsOf(description: string): string[] {
  const { paths } = JSON.parse(description) as { paths: Record<string, object> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

async function sendRaw(
  host: HostProcess,
  { bytes, isHttp }: HostileRequest,
): Promise<RawResponse | undefined> {
  const { socket, closed, received } = await openSocket(host)
  const timer = setTimeout(() => socket.destroy(), isHttp ? VALID_TIMEOUT : INVALID_TIMEOUT)
  socket.write(bytes)
  await closed
  clearTimeout(timer)
  socket.destroy()
  return parseResponse(Buffer.from(received(), 'latin1'))
}

function problemOf(
  { method, path, isHttp }: HostileRequest,
  response: RawResponse | undefined,
): string | undefined {
  if (!response) return isHttp ? 'no response' : undefined
  const { status } = response
  const isBusy = status === 503 && path.startsWith('/api/auth/')
  if (status >= 500 && !isBusy) return 'server error'
  if (method === 'HEAD') return undefined
  if (/root:|node_modules|SQLITE/.test(plain(response))) return 'shows files or causes'
  if (status < 400 || !isHttp || !path.startsWith('/api/')) return undefined
  return hasMessage(plain(response)) ? undefined : 'no message'
}

function plain({ headers, body }: RawResponse): string {
  const encoding = headers.get('content-encoding')
  if (encoding === 'br') return brotliDecompressSync(body).toString()
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString()
}

function describe({ bytes }: HostileRequest, response: RawResponse | undefined): string {
  const received = response
    ? `${response.status} ${response.body.toString('latin1').slice(0, 200)}`
    : 'no response'
  const request = bytes.toString('latin1').replaceAll(/(.)\1{30,}/g, '$1…')
  return `${JSON.stringify(request.slice(0, 1_000))} → ${received}`
}
