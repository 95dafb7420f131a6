import { randomUUID } from 'node:crypto'
import { type Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { Note } from '@/lib/domain/note'

/** API to call. `address` is sent as X-Forwarded-For, as a proxy in front of it would. */
export type Host = { origin: string; address?: string }

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

export type User = {
  userName: string
  email: string
  password: string
  token: string
  /** Makes a note over HTTP and returns its id. */
  addNote: (title: string, content?: string) => Promise<string>
}

type Request = {
  token?: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  /** Sent as it is, as JSON unless the headers name another type. */
  body?: string | Buffer
  /** Without a Content-Length. */
  chunked?: boolean
  /** One that keeps connections; without it each request has its own. */
  agent?: Agent
  /** Holds the body back until the host has asked for it, and is told when it has. */
  onContinue?: () => void
  /** Rejects where the answer takes longer, in milliseconds. */
  timeout?: number
}

/** Sends one HTTP request. Unlike `fetch` it does not normalize the path or decode the body. */
export function call(host: Host, method: string, path: string, options: Request = {}): Promise<Answer> {
  const { agent = false, onContinue, timeout = 0 } = options
  const { hostname, port } = new URL(host.origin)
  const body = options.json === undefined ? options.body : JSON.stringify(options.json)
  const headers = {
    ...(host.address !== undefined && { 'X-Forwarded-For': host.address }),
    ...(options.token !== undefined && { Authorization: `Bearer ${options.token}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(body !== undefined && !options.chunked && { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...(options.chunked && { 'Transfer-Encoding': 'chunked' }),
    ...(onContinue && { Expect: '100-continue' }),
    ...options.headers,
  }
  return new Promise<Answer>((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part) => parts.push(part))
      answer.on('error', fail)
      answer.on('end', () => {
        clearTimeout(timer)
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) })
      })
    })
    const timer =
      timeout > 0 ? setTimeout(() => sent.destroy(new Error('no answer in time')), timeout) : undefined
    function fail(cause: Error): void {
      clearTimeout(timer)
      reject(cause)
    }
    sent.on('error', fail)
    sent.on('continue', () => {
      onContinue?.()
      sent.end(body)
    })
    if (onContinue) sent.flushHeaders()
    else sent.end(body)
  })
}

export function jsonOf(answer: Answer): unknown {
  return JSON.parse(answer.body.toString())
}

export function newRegistration() {
  return { userName: 'Carmen', email: `${randomUUID()}@correo.es`, password: 'una clave' }
}

/** Registers somebody new and logs in. */
export async function createUser(host: Host): Promise<User> {
  const registration = newRegistration()
  await expectStatus(201, call(host, 'POST', '/api/auth/register', { json: registration }))
  const token = await logIn(host, registration)
  const addNote = async (title: string, content = '') =>
    (await createNote(host, { token }, title, content))._id
  return { ...registration, token, addNote }
}

/** The token of a new session. */
export async function logIn(
  host: Host,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const answer = await expectStatus(200, call(host, 'POST', '/api/auth/login', { json: { email, password } }))
  return (jsonOf(answer) as { token: string }).token
}

export async function createNote(
  host: Host,
  { token }: { token: string },
  title: string,
  content = '',
): Promise<Note> {
  const json = { title, content }
  return jsonOf(await expectStatus(201, call(host, 'POST', '/api/notes', { token, json }))) as Note
}

export async function listNotes(host: Host, { token }: { token: string }): Promise<Note[]> {
  return jsonOf(await call(host, 'GET', '/api/notes', { token })) as Note[]
}

async function expectStatus(status: number, calling: Promise<Answer>): Promise<Answer> {
  const answer = await calling
  if (answer.status === status) return answer
  throw new Error(`The answer was ${answer.status} instead of ${status}: ${answer.body}`)
}
