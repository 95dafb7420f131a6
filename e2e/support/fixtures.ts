import { type BrowserContext, expect, type Page } from '@playwright/test'
import { createUser, type Origin, type User } from './api-client'
import { createProfile, type Profile } from './browser-profile'
import { mailAndOidcTest } from './mail-and-oidc'
import { startCluster } from './servers/cluster'
import { startHost } from './servers/host'
import { startPostgres } from './servers/postgres'
import { createSqliteFolder } from './servers/sqlite'

export { createUser, expect, type User }

/** Base path of the front end on every host of the tests. */
export const BASE = process.env.BASE_PATH ?? '/app'

export type Options = {
  database: 'SQLite' | 'PostgreSQL'
  /** Number of hosts a worker; more than one are behind nginx. */
  nodes: number
}

type Deployment = Origin & {
  databaseUrl: string
  nodes: (Origin & { output: () => string })[]
}

type WorkerFixtures = Options & {
  /** Creates an empty database and returns its address. It is removed when the worker ends. */
  createDatabase: () => Promise<string>
  /** Host with mail and OIDC, which trusts the client address that a test sends. */
  host: Deployment
}

type Fixtures = {
  user: User
  profile: Profile
  /** Adds what ends something that the test has started. It is called when the test has ended, the last one first. */
  atEnd: (end: () => Promise<unknown>) => void
  /** Allows, from now on, a console message that the test provokes. Any other error or warning fails the test. */
  expectConsole: (message: RegExp) => void
}

/** `host` and its database serve all tests of a worker; `user` is new for each test. */
export const test = mailAndOidcTest.extend<Fixtures, WorkerFixtures>({
  database: ['SQLite', { option: true, scope: 'worker' }],
  nodes: [1, { option: true, scope: 'worker' }],

  createDatabase: [
    async ({ database }, use) => {
      // These tests kill hosts, but never the machine. Autovacuum would change the plans of small tables during a test.
      const settings = { fsync: 'off', autovacuum: 'off' }
      const databases = database === 'SQLite' ? createSqliteFolder() : await startPostgres(settings)
      await use(databases.createDatabase)
      await databases.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  host: [
    async ({ nodes: count, createDatabase, port, mail, provider }, use) => {
      const databaseUrl = await createDatabase()
      // In a cluster, `port` is nginx's.
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
      const host = await (count === 1 ? startOne() : startCluster({ count, databaseUrl, env }))
      await use(host)
      await host.stop()
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ host }, use) => use(host.origin),

  user: async ({ host }, use) => use(await createUser(host)),

  profile: async ({ baseURL, launchOptions }, use) => {
    const profile = createProfile({ ...launchOptions, baseURL: String(baseURL) })
    await use(profile)
    await profile.remove()
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern
  atEnd: async ({}, use) => {
    const ends: (() => Promise<unknown>)[] = []
    await use((end) => void ends.unshift(end))
    for (const end of ends) await end()
  },

  expectConsole: async ({ context }, use) => {
    const messages: string[] = []
    const expected = [
      // Logged at each screen if the configuration blocks service workers.
      /^Service Worker registration blocked by Playwright$/,
      // The page's clock may be moved on while a transaction is under way.
      /^Error: The database does not answer.*ClockController/s,
    ]
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) messages.push(message.text())
    })
    context.on('weberror', (error) => messages.push(String(error.error())))
    const expectNoOther = () =>
      expect(messages.filter((text) => !expected.some((message) => message.test(text)))).toEqual([])
    await use((message) => {
      expectNoOther()
      expected.push(message)
    })
    expectNoOther()
  },

  page: async ({ page, expectConsole }, use) => {
    expect(expectConsole).toBeDefined()
    await use(page)
  },
})

export const signedInTest = test.extend({
  context: async ({ context, baseURL, user }, use) => {
    await startSession(context, String(baseURL), user)
    await use(context)
  },
})

/**
 * Signs the user in before the first page of a context loads. Playwright's `storageState` takes a page of its own for
 * that, and as long as a short test.
 */
export async function startSession(context: BrowserContext, site: string, user: Session): Promise<void> {
  const session = { origin: new URL(site).origin, entries: sessionOf(user) }
  await context.addInitScript(({ origin, entries }) => {
    if (location.origin !== origin || document.cookie.includes('session-started')) return
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous
    document.cookie = 'session-started=yes; path=/'
    for (const { name, value } of entries) localStorage.setItem(name, value)
  }, session)
}

type Session = Pick<User, 'token' | 'email'>

/** Signs the user in on an open page, without its login. */
export async function storeSession(page: Pick<Page, 'evaluate'>, user: Session): Promise<void> {
  await page.evaluate((entries) => {
    for (const { name, value } of entries) localStorage.setItem(name, value)
  }, sessionOf(user))
}

/** localStorage entries of a signed-in user; other tabs notice the token, which is the last. */
export function sessionOf({ token, email }: Session): { name: string; value: string }[] {
  return [
    { name: 'user', value: JSON.stringify([token, email]) },
    { name: 'token', value: token },
  ]
}
