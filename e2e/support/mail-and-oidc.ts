import { randomUUID } from 'node:crypto'
import { test } from './folder'
import { type MailServer, startMailServer } from './servers/mail'
import { type OidcAccount, type OidcProvider, startOidcProvider } from './servers/oidc-provider'
import { freePort } from './servers/process'

type NewAccount = OidcAccount & { email: string }

type Fixtures = {
  oidcAccount: NewAccount
}

type WorkerFixtures = {
  port: number
  /** Port for a host of one test, registered with the provider. */
  ownPort: number
  mail: MailServer
  provider: OidcProvider
}

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

  oidcAccount: async ({ provider }, use) => use(newOidcAccount(provider)),
})

export function callbackOf(port: number): string {
  return `http://127.0.0.1:${port}/api/auth/oidc/callback`
}

/** Adds an account to the provider, with a verified email unless `claims` say otherwise. */
export function newOidcAccount(
  provider: OidcProvider,
  claims: { name?: unknown; email?: unknown; email_verified?: unknown } = {},
) {
  const verified = { name: 'Carmen', email: `${randomUUID()}@correo.es`, email_verified: true }
  const account = { sub: randomUUID(), ...verified, ...claims } as NewAccount
  provider.add(account)
  return account
}
