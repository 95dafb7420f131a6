import { randomUUID } from 'node:crypto'
import { type IncomingHttpHeaders, request } from 'node:http'
import { DatabaseSync } from '@photostructure/sqlite'
import { Client } from 'pg'
import type { Database, Statement } from '@/server/store/database'
import { openDatabase } from '@/server/store/open'

export { createUser, expect, test, type User } from './fixtures'

export type Note = { _id: string; title: string; content: string }
export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

type Request = {
  token?: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  /** Sent as it is, as JSON unless the headers name another type. */
  body?: string | Buffer
  /** Without a Content-Length. */
  chunked?: boolean
}

/** Sends the path as it is, where `fetch` would tidy it up, and reads the body without decoding it. */
export function call(
  host: { origin: string },
  method: string,
  path: string,
  options: Request = {},
): Promise<Answer> {
  const { hostname, port } = new URL(host.origin)
  const body = options.json === undefined ? options.body : JSON.stringify(options.json)
  const headers = {
    ...(options.token !== undefined && { Authorization: `Bearer ${options.token}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(body !== undefined && !options.chunked && { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...(options.chunked && { 'Transfer-Encoding': 'chunked' }),
    ...options.headers,
  }
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

export function jsonOf(answer: Answer): unknown {
  return JSON.parse(answer.body.toString())
}

export function newRegistration() {
  return { userName: 'Carmen', email: `${randomUUID()}@correo.es`, password: 'una clave' }
}

/** The token of a new session. */
export async function logIn(
  host: { origin: string },
  { email, password }: { email: string; password: string },
): Promise<string> {
  const answer = await call(host, 'POST', '/api/auth/login', { json: { email, password } })
  if (answer.status !== 200) throw new Error(`The login was answered with ${answer.status}.`)
  return (jsonOf(answer) as { token: string }).token
}

export async function createNote(
  host: { origin: string },
  { token }: { token: string },
  title: string,
  content = '',
): Promise<Note> {
  const answer = await call(host, 'POST', '/api/notes', { token, json: { title, content } })
  if (answer.status !== 201) throw new Error(`The new note was answered with ${answer.status}.`)
  return jsonOf(answer) as Note
}

export async function listNotes(host: { origin: string }, { token }: { token: string }): Promise<Note[]> {
  return jsonOf(await call(host, 'GET', '/api/notes', { token })) as Note[]
}

/** Works on the host's database behind its back. */
export async function withDatabase<Result>(
  { databaseUrl }: { databaseUrl: string },
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(databaseUrl)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

export function sql(text: string, ...params: Statement['params']): Statement {
  return { sql: text, params }
}

/** Takes the only turn to write, as another program would, and returns what gives it back. */
export async function lockDatabase({ databaseUrl }: { databaseUrl: string }): Promise<() => Promise<void>> {
  if (databaseUrl.startsWith('file:')) return lockSqlite(databaseUrl.slice('file:'.length))

  const client = new Client(databaseUrl)
  await client.connect()
  await client.query('BEGIN; LOCK TABLE users, sessions, notes IN EXCLUSIVE MODE')
  return () => client.end()
}

function lockSqlite(file: string): () => Promise<void> {
  const database = new DatabaseSync(file)
  database.exec('BEGIN IMMEDIATE')
  return async () => {
    if (database.isOpen) database.close()
  }
}
