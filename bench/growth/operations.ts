import { Pool } from 'undici'
import { type Content, emailOf, NOTES_PER_USER, noteIdOf, tokenOf } from './fill'

export const OPERATIONS = ['get', 'list', 'create', 'update', 'delete', 'restore', 'login'] as const
export type Operation = (typeof OPERATIONS)[number]

export type Times = Record<Operation, number[]>

const TEXT = JSON.stringify({ title: 'Plantas', content: 'Riego los martes y los viernes. '.repeat(3) })

/** Runs one operation after the other, each for a user and a note at random. */
export function createClient(origin: string, content: Content, password: string) {
  const pool = new Pool(origin, { connections: 1 })
  const deleted = new Set<string>()
  const times: Times = { get: [], list: [], create: [], update: [], delete: [], restore: [], login: [] }

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
      await send('PUT', path, user, TEXT)
      return () => send('GET', '/api/notes', user)
    },
    async create() {
      const user = chooseUser()
      return () => send('POST', '/api/notes', user, TEXT)
    },
    async update() {
      const { user, path } = chooseNote()
      return () => send('PUT', path, user, TEXT)
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
    async login() {
      const user = chooseUser()
      return () => send('POST', '/api/auth/login', user, JSON.stringify({ email: emailOf(user), password }))
    },
  }

  return {
    times,
    close: () => pool.close(),
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
