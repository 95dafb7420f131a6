import { expect } from '@playwright/test'
import { createUser, type User } from './api-client'
import { startNodes } from './servers/cluster'
import { startHost } from './servers/host'
import { startPostgres } from './servers/postgres'
import { createSqliteFolder } from './servers/sqlite'
import { servicesTest } from './services'

export { createUser, expect, type User }

/** Where the front end lives on every host of the tests. */
export const BASE = process.env.BASE_PATH ?? '/app'

export type Options = {
  /** The kind of all databases of a project. */
  database: 'SQLite' | 'PostgreSQL'
  /** How many hosts serve a worker; more than one stand behind nginx. */
  nodes: number
}

export type Deployment = {
  origin: string
  databaseUrl: string
  nodes: { origin: string; output: () => string }[]
}

type WorkerFixtures = Options & {
  /** Makes a new empty database and returns its address; it is gone when the worker ends. */
  createDatabase: () => Promise<string>
  /** Sends mail, lets people sign in with an account elsewhere, and believes what a test says of its address. */
  host: Deployment
}

type Fixtures = {
  user: User
  /** Lets messages of the console pass that a test provokes; any other error or warning fails it. */
  expectConsole: (message: RegExp) => void
}

/** `host` serves every test of a worker, on a database of its own; `user` is the test's alone. */
export const test = servicesTest.extend<Fixtures, WorkerFixtures>({
  database: ['SQLite', { option: true, scope: 'worker' }],
  nodes: [1, { option: true, scope: 'worker' }],

  createDatabase: [
    async ({ database }, use) => {
      // These tests kill hosts, and never pull the plug.
      const databases = database === 'SQLite' ? createSqliteFolder() : await startPostgres({ fsync: 'off' })
      await use(databases.createDatabase)
      await databases.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  host: [
    async ({ nodes: count, createDatabase, port, mail, provider }, use) => {
      const databaseUrl = await createDatabase()
      // The port is that of the balancer, where there is one.
      const env = {
        ...mail.env,
        ...provider.env,
        PORT: String(port),
        SITE_URL: `http://127.0.0.1:${port}${BASE}`,
        TRUST_PROXY: count === 1 ? '1' : '2',
      }
      const startOne = async () => {
        const host = await startHost({ databaseUrl, env })
        return { ...host, nodes: [host] }
      }
      const host = await (count === 1 ? startOne() : startNodes({ count, databaseUrl, env }))
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

/** Tests in a browser in which `user` is signed in. */
export const signedInTest = test.extend({
  storageState: async ({ host, user }, use) =>
    use({
      cookies: [],
      origins: [{ origin: host.origin, localStorage: sessionOf(user) }],
    }),
})

/** What a login leaves in localStorage. */
export function sessionOf({
  token,
  email,
}: Pick<User, 'token' | 'email'>): { name: string; value: string }[] {
  return [
    { name: 'token', value: token },
    { name: 'user', value: JSON.stringify([token, email]) },
  ]
}
