import { randomUUID } from 'node:crypto'
import { test } from '@playwright/test'
import { type MailServer, startMailServer } from './servers/mail'
import { type OidcProvider, type Person, startOidcProvider } from './servers/oidc-provider'
import { freePort } from './servers/process'

type Fixtures = {
  /** The test's alone. */
  person: Person & { email: string }
}

type WorkerFixtures = {
  /** Where the host listens. */
  port: number
  /** Where a host of a test's own may listen, for the provider to send people back to it. */
  ownPort: number
  mail: MailServer
  provider: OidcProvider
}

/** The mail server and the identity provider that the host of a worker uses. */
export const mailAndOidcTest = test.extend<Fixtures, WorkerFixtures>({
  port: [async ({ browserName: _ }, use) => use(await freePort()), { scope: 'worker' }],

  ownPort: [async ({ browserName: _ }, use) => use(await freePort()), { scope: 'worker' }],

  mail: [
    async ({ browserName: _ }, use) => {
      const mail = await startMailServer()
      await use(mail)
      await mail.stop()
    },
    { scope: 'worker' },
  ],

  provider: [
    async ({ port, ownPort }, use) => {
      const provider = await startOidcProvider({ redirectUris: [port, ownPort].map(callbackOf) })
      await use(provider)
      await provider.stop()
    },
    { scope: 'worker' },
  ],

  person: async ({ provider }, use) => use(newPerson(provider)),
})

/** Where the provider sends people back to, with a host on that port. */
export function callbackOf(port: number): string {
  return `http://127.0.0.1:${port}/api/auth/oidc/callback`
}

/** Somebody with an account at the provider, and with an email that it has verified. */
export function newPerson(
  provider: OidcProvider,
  email = `${randomUUID()}@correo.es`,
): Person & { email: string } {
  const person = { sub: randomUUID(), name: 'Carmen', email, email_verified: true }
  provider.add(person)
  return person
}
