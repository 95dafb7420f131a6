import { randomUUID } from 'node:crypto'
import { Pool } from 'undici'
import { openDatabase } from '@/server/store/open'
import { purgePage } from '@/server/store/trash'
import { type Content, emailOf, NOTES_PER_USER, noteIdOf, TEXT, tokenOf, userIdOf } from './fill'

export const OPERATIONS = ['get', 'list', 'create', 'update', 'delete', 'restore', 'purge', 'login'] as const
export type Operation = (typeof OPERATIONS)[number]

export type Times = Record<Operation, number[]>

const JSON_TEXT = JSON.stringify(TEXT)

/** Notes of a purge, each of another user. */
const PURGED = 10

type Options = { origin: string; databaseUrl: string; content: Content; password: string }

/** Runs one operation after the other, each for a user and a note at random. */
export async function createClient({ origin, databaseUrl, content, password }: Options) {
  const pool = new Pool(origin, { connections: 1 })
  const database = await openDatabase(databaseUrl)
  const deleted = new Set<string>()
  const times = Object.fromEntries(OPERATIONS.map((operation) => [operation, [] as number[]])) as Times

  async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, user: number, body?: string) {
    const headers = {
      authorization: `Bearer ${tokenOf(user)}`,
      ...(body && { 'content-type': 'application/json' }),
    }
    const response = await pool.request({ method, path, headers, body: body ?? null })
    if (response.statusCode >= 300) throw new Error(`${method} ${path} returned ${response.statusCode}`)
    await response.body.dump({ limit: 16 * 1024 * 1024 })
  }

  /** A note that still exists. */
  function chooseNote(): { user: number; path: string } {
    for (;;) {
      const user = chooseUser()
      const path = `/api/notes/${noteIdOf(content, user, below(NOTES_PER_USER))}`
      if (!deleted.has(path)) return { user, path }
    }
  }

  function chooseUser(): number {
    return below(content.users)
  }

  const run: Record<Operation, () => Promise<() => Promise<void>>> = {
    async get() {
      const { user, path } = chooseNote()
      return () => send('GET', path, user)
    },
    async list() {
      const { user, path } = chooseNote()
      // An unchanged list would come from the host's memory.
      await send('PUT', path, user, JSON_TEXT)
      return () => send('GET', '/api/notes', user)
    },
    async create() {
      const user = chooseUser()
      return () => send('POST', '/api/notes', user, JSON_TEXT)
    },
    async update() {
      const { user, path } = chooseNote()
      return () => send('PUT', path, user, JSON_TEXT)
    },
    async delete() {
      const { user, path } = chooseNote()
      deleted.add(path)
      return () => send('DELETE', path, user)
    },
    async restore() {
      const { user, path } = chooseNote()
      await send('DELETE', path, user)
      return () => send('POST', `${path.replace('notes', 'trash')}/restore`, user)
    },
    async purge() {
      const users = new Set<number>()
      while (users.size < PURGED) users.add(chooseUser())
      const sql =
        'INSERT INTO trash (id, user_id, title, content, version, deleted_at) VALUES (?, ?, ?, ?, 0, 0)'
      const expired = [...users].map((user) => ({
        sql,
        params: [randomUUID(), userIdOf(content, user), TEXT.title, TEXT.content],
      }))
      await database.write(...expired)
      return async () => {
        if (!(await purgePage(database, 1))) throw new Error('Nothing was purged')
      }
    },
    async login() {
      const user = chooseUser()
      return () => send('POST', '/api/auth/login', user, JSON.stringify({ email: emailOf(user), password }))
    },
  }

  return {
    times,
    async close(): Promise<void> {
      await pool.close()
      await database.close()
    },
    async measure(operation: Operation): Promise<void> {
      const measured = await run[operation]()
      const start = performance.now()
      await measured()
      times[operation].push(performance.now() - start)
    },
  }
}

function below(count: number): number {
  return Math.floor(Math.random() * count)
}
