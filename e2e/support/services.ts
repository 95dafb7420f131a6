import { randomUUID } from 'node:crypto'
import { BASE, test as base } from './fixtures'
import { type MailServer, startMailServer } from './servers/mail'
import { type IdentityProvider, type Person, startIdentityProvider } from './servers/oidc-provider'
import { freePort } from './servers/process'

type Fixtures = {
  /** The test's alone. */
  person: Person & { email: string }
}

type WorkerFixtures = { port: number; mail: MailServer; provider: IdentityProvider }

/** With a host that sends mail, and lets people sign in with an account elsewhere. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  port: [async ({ browserName: _ }, use) => use(await freePort()), { scope: 'worker' }],

  mail: [
    async ({ browserName: _ }, use) => {
      const mail = await startMailServer()
      await use(mail)
      await mail.stop()
    },
    { scope: 'worker' },
  ],

  provider: [
    async ({ port }, use) => {
      const redirectUris = [`http://127.0.0.1:${port}/api/auth/oidc/callback`]
      const provider = await startIdentityProvider({ redirectUris })
      await use(provider)
      await provider.stop()
    },
    { scope: 'worker' },
  ],

  settings: [
    ({ port, mail, provider }, use) => {
      const site = { PORT: String(port), SITE_URL: `http://127.0.0.1:${port}${BASE}` }
      return use({ ...mail.env, ...provider.env, ...site })
    },
    { scope: 'worker' },
  ],

  person: async ({ provider }, use) => use(newPerson(provider)),
})

/** Somebody with an account at the provider, and with an email that it has verified. */
export function newPerson(
  provider: IdentityProvider,
  email = `${randomUUID()}@correo.es`,
): Person & { email: string } {
  const person = { sub: randomUUID(), name: 'Carmen', email, email_verified: true }
  provider.add(person)
  return person
}
