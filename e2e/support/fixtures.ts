import { randomUUID } from 'node:crypto'
import { test as base, expect } from '@playwright/test'
import { startNodes } from './servers/cluster'
import { startHost } from './servers/host'
import { startPostgres } from './servers/postgres'
import { createSqliteFolder } from './servers/sqlite'

export { expect }

/** Where the front end lives on every host of the tests. */
export const BASE = process.env.BASE_PATH ?? '/app'

export type User = {
  userName: string
  email: string
  password: string
  token: string
  /** Makes a note over HTTP and returns its id. */
  addNote: (title: string, content?: string) => Promise<string>
}

export type Options = {
  /** The kind of all databases of a project. */
  database: 'SQLite' | 'PostgreSQL'
  /** How many hosts serve a worker; more than one stand behind nginx. */
  nodes: number
}

type WorkerFixtures = Options & {
  /** Makes a new empty database and returns its address; it is gone when the worker ends. */
  createDatabase: () => Promise<string>
  /** Of the host; the port is that of the balancer where there is one. */
  settings: Record<string, string>
  host: { origin: string; databaseUrl: string }
}

type Fixtures = {
  user: User
  /** Lets messages of the console pass that a test provokes; any other error or warning fails it. */
  expectConsole: (message: RegExp) => void
}

/** `host` serves every test of a worker, on a database of its own; `user` is the test's alone. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  database: ['SQLite', { option: true, scope: 'worker' }],
  nodes: [1, { option: true, scope: 'worker' }],

  createDatabase: [
    async ({ database }, use) => {
      const databases = database === 'SQLite' ? createSqliteFolder() : await startPostgres()
      await use(databases.createDatabase)
      await databases.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  settings: [{}, { scope: 'worker' }],

  host: [
    async ({ nodes: count, createDatabase, settings: env }, use) => {
      const databaseUrl = await createDatabase()
      const host =
        count === 1 ? await startHost({ databaseUrl, env }) : await startNodes({ count, databaseUrl, env })
      await use(host)
      await host.stop()
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ host }, use) => use(host.origin),

  user: async ({ host }, use) => use(await createUser(host)),

  expectConsole: async ({ context }, use) => {
    const said: string[] = []
    // It says so at each screen where the configuration blocks it.
    const expected = [/^Service Worker registration blocked by Playwright$/]
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) said.push(message.text())
    })
    context.on('weberror', (error) => said.push(String(error.error())))
    await use((message) => expected.push(message))
    expect(said.filter((text) => !expected.some((message) => message.test(text)))).toEqual([])
  },

  page: async ({ page, expectConsole }, use) => {
    expect(expectConsole).toBeDefined()
    await use(page)
  },
})

/** The same, with a browser in which the user is signed in. */
export const signedInTest = test.extend({
  storageState: async ({ host, user }, use) =>
    use({
      cookies: [],
      origins: [{ origin: host.origin, localStorage: [{ name: 'token', value: user.token }] }],
    }),
})

export async function createUser({ origin }: { origin: string }): Promise<User> {
  const registration = { userName: 'Carmen', email: `${randomUUID()}@correo.es`, password: 'una clave' }
  await post(`${origin}/api/auth/register`, registration)
  const { token } = await (await post(`${origin}/api/auth/login`, registration)).json()

  return {
    ...registration,
    token,
    async addNote(title, content = '') {
      const answer = await post(
        `${origin}/api/notes`,
        { title, content },
        { Authorization: `Bearer ${token}` },
      )
      return (await answer.json())._id
    },
  }
}

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer
}
