import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verify } from '@node-rs/argon2'
import { DatabaseSync } from '@photostructure/sqlite'
import pLimit from 'p-limit'
import { Pool } from 'pg'

// Minimal server: plain HTTP, the host's drivers, prepared statements, the same session query, and one durable commit
// per request. No validation, no limits, no log.

type Values = (string | number)[]
type Row = Record<string, unknown>
type Query = (sql: string, ...values: Values) => Row[] | Promise<Row[]>

const SESSION = `SELECT users.id, users.notes_version, sessions.last_used_at
  FROM sessions JOIN users ON users.id = sessions.user_id WHERE sessions.token_hash = ?`

const url = process.env.DATABASE_URL ?? ''
const query = url.startsWith('file:') ? sqlite(url.slice('file:'.length)) : postgres(url)
const limitHashes = pLimit(2)

const server = createServer(async (request, response) => {
  const { method, url: path = '' } = request
  if (path === '/api/auth/login') return respond(response, 200, await login(request))

  const token = String(request.headers.authorization).slice('Bearer '.length)
  const [session] = await query(SESSION, sha256(token))
  const userId = String(session?.id)
  if (method === 'POST') return respond(response, 201, await create(userId, request))
  if (path === '/api/notes') return respond(response, 200, await list(userId))
  const id = path.slice('/api/notes/'.length)
  return respond(response, 200, method === 'PUT' ? await update(userId, id, request) : await get(userId, id))
})

async function get(userId: string, id: string): Promise<string> {
  const [row] = await query('SELECT id, title, content FROM notes WHERE id = ? AND user_id = ?', id, userId)
  return JSON.stringify({ _id: row?.id, title: row?.title, content: row?.content })
}

async function list(userId: string): Promise<string> {
  const rows = await query(
    'SELECT id, title, content FROM notes WHERE user_id = ? ORDER BY version DESC',
    userId,
  )
  return JSON.stringify(rows.map((row) => ({ _id: row.id, title: row.title, content: row.content })))
}

async function create(userId: string, request: IncomingMessage): Promise<string> {
  const { title, content } = JSON.parse(await bodyOf(request))
  const id = randomUUID()
  await query(
    'INSERT INTO notes (id, user_id, title, content, version) VALUES (?, ?, ?, ?, ?)',
    id,
    userId,
    title,
    content,
    1,
  )
  return JSON.stringify({ _id: id, title, content })
}

async function update(userId: string, id: string, request: IncomingMessage): Promise<string> {
  const { title, content } = JSON.parse(await bodyOf(request))
  await query(
    'UPDATE notes SET title = ?, content = ?, version = version + 1 WHERE id = ? AND user_id = ?',
    title,
    content,
    id,
    userId,
  )
  return JSON.stringify({ _id: id, title, content })
}

async function login(request: IncomingMessage): Promise<string> {
  const { email, password } = JSON.parse(await bodyOf(request))
  const [user] = await query('SELECT id, password_hash FROM users WHERE email = ?', email)
  await limitHashes(() => verify(String(user?.password_hash), password))
  const token = randomUUID()
  await query(
    'INSERT INTO sessions (token_hash, user_id, last_used_at) VALUES (?, ?, ?)',
    sha256(token),
    String(user?.id),
    Date.now(),
  )
  return JSON.stringify({ token })
}

function respond(response: ServerResponse, status: number, json: string): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(json),
  })
  response.end(json)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function sqlite(file: string): Query {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  const prepared = new Map<string, ReturnType<typeof database.prepare>>()
  return (sql, ...values) => {
    const statement = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, statement)
    return statement.all(...values) as Row[]
  }
}

function postgres(connectionString: string): Query {
  const pool = new Pool({ connectionString, max: 10 })
  const prepared = new Map<string, { name: string; text: string }>()
  return async (sql, ...values) => {
    let statement = prepared.get(sql)
    if (!statement) {
      let count = 0
      statement = { name: `floor-${prepared.size}`, text: sql.replaceAll('?', () => `$${++count}`) }
      prepared.set(sql, statement)
    }
    return (await pool.query({ ...statement, values })).rows
  }
}

server.listen(0, '127.0.0.1', () => {
  console.log(`Floor: http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

process.once('SIGTERM', () => process.exit(0))
