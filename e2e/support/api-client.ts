import { randomUUID } from 'node:crypto'
import { type Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { Note } from '@/lib/domain/note'

export type Origin = { origin: string }

/** API to call. `address` is sent as X-Forwarded-For, as a proxy would. */
export type Api = Origin & { address?: string }

export type ApiResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer }

export type User = {
  userName: string
  email: string
  password: string
  token: string
  addNote: (title: string, content?: string) => Promise<string>
  /** Notes on the host, newest first. */
  listNotes: () => Promise<Note[]>
  /** Saves a note as another device would. */
  changeNote: (id: string, title: string, content: string) => Promise<void>
  call: (method: string, path: string, options?: RequestOptions) => Promise<ApiResponse>
}

type RequestOptions = {
  token?: string
  headers?: Record<string, string | string[]>
  json?: unknown
  /** Body as text or bytes, with the type JSON unless `headers` names another. */
  body?: string | Buffer
  chunked?: boolean
  /** Connection pool; without it each request opens its own connection. */
  agent?: Agent
  /** Sends `Expect: 100-continue`; called when the host asks for the body, which is sent only then. */
  onContinue?: () => void
  /** Longest wait for the response, in milliseconds. */
  timeout?: number
}

/** Sends one HTTP request. Unlike `fetch` it does not normalize the path or decode the body. */
export function call(
  host: Api,
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<ApiResponse> {
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
  return new Promise<ApiResponse>((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part) => parts.push(part))
      response.on('error', fail)
      response.on('end', () => {
        clearTimeout(timer)
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) })
      })
    })
    const timer =
      timeout > 0 ? setTimeout(() => sent.destroy(new Error('The response timed out.')), timeout) : undefined
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

export function atOnce<Result>(count: number, send: (number: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, number) => send(number)))
}

export function statusesOf(responses: { status: number }[]): number[] {
  return responses.map(({ status }) => status).sort()
}

export function jsonOf(response: ApiResponse): unknown {
  return JSON.parse(response.body.toString())
}

export function newRegistration() {
  return { userName: 'Carmen', email: `${randomUUID()}@correo.es`, password: 'una clave' }
}

export async function createUser(host: Api, fields: { email?: string } = {}): Promise<User> {
  const registration = { ...newRegistration(), ...fields }
  await expectStatus(201, call(host, 'POST', '/api/auth/register', { json: registration }))
  const token = await logIn(host, registration)
  const addNote = async (title: string, content = '') =>
    (await createNote(host, { token }, title, content))._id
  const changeNote = async (id: string, title: string, content: string) => {
    await expectStatus(200, call(host, 'PUT', `/api/notes/${id}`, { token, json: { title, content } }))
  }
  return {
    ...registration,
    token,
    addNote,
    listNotes: () => listNotes(host, { token }),
    changeNote,
    call: (method, path, options) => call(host, method, path, { token, ...options }),
  }
}

export function register(host: Api, fields: object = {}): Promise<ApiResponse> {
  return call(host, 'POST', '/api/auth/register', { json: { ...newRegistration(), ...fields } })
}

type Credentials = Pick<User, 'email' | 'password'>

export function sendLogin(host: Api, { email, password }: Credentials): Promise<ApiResponse> {
  return call(host, 'POST', '/api/auth/login', { json: { email, password } })
}

export async function logIn(host: Api, credentials: Credentials): Promise<string> {
  return tokenOf(await expectStatus(200, sendLogin(host, credentials)))
}

export function tokenOf(response: ApiResponse): string {
  return (jsonOf(response) as { token: string }).token
}

export async function loginStatus(host: Api, credentials: Credentials): Promise<number> {
  return (await sendLogin(host, credentials)).status
}

/** Status of the list: 200, or 401 if the session has ended. */
export async function notesStatus(host: Api, token: string): Promise<number> {
  return (await call(host, 'GET', '/api/notes', { token })).status
}

export function requestLink(host: Api, email: string): Promise<ApiResponse> {
  return call(host, 'POST', '/api/auth/forgot', { json: { email } })
}

export function setPassword(host: Api, token: string | undefined, password: string): Promise<ApiResponse> {
  return call(host, 'POST', '/api/auth/reset', { json: { token, password } })
}

export async function createNote(
  host: Api,
  { token }: { token: string },
  title: string,
  content = '',
): Promise<Note> {
  const json = { title, content }
  return jsonOf(await expectStatus(201, call(host, 'POST', '/api/notes', { token, json }))) as Note
}

export async function listTitles({ listNotes }: Pick<User, 'listNotes'>): Promise<string[]> {
  return (await listNotes()).map(({ title }) => title)
}

export async function listNotes(host: Api, { token }: { token: string }): Promise<Note[]> {
  return jsonOf(await call(host, 'GET', '/api/notes', { token })) as Note[]
}

async function expectStatus(status: number, calling: Promise<ApiResponse>): Promise<ApiResponse> {
  const response = await calling
  if (response.status === status) return response
  throw new Error(`The status was ${response.status} instead of ${status}: ${response.body}`)
}
