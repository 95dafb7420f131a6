import { expect } from '@playwright/test'
import type { Configuration } from 'oidc-provider'
import { type Api, type ApiResponse, call, jsonOf } from './api-client'
import { test as base } from './fixtures'
import { callbackOf } from './mail-and-oidc'
import { type HostProcess, startHost } from './servers/host'
import { type OidcProvider, startOidcProvider } from './servers/oidc-provider'

export { expect }

type Fixtures = {
  /** The host, called from a client address of the test's own: rate limits are not shared between tests. */
  api: Api & { databaseUrl: string }
  /** Output of all nodes since the test began. */
  log: { output: () => string }
  databaseUrl: string
  /** Starts a host on `databaseUrl`, which is stopped after the test. */
  start: (env?: Record<string, string>) => Promise<HostProcess>
  /** Starts a host that uses the OIDC provider. It listens on `ownPort`, one of the provider's redirect URIs. */
  startWithProvider: Fixtures['start']
  /** Starts another provider for that host, which is stopped after the test. */
  startProvider: (configuration?: Configuration) => Promise<OidcProvider>
}

export const test = base.extend<Fixtures>({
  api: async ({ host: { origin, databaseUrl } }, use) => use(fromNewAddress({ origin, databaseUrl })),

  log: async ({ host: { nodes } }, use) => {
    const before = nodes.map((node) => node.output().length)
    const outputs = () => nodes.map((node, index) => node.output().slice(before[index]))
    // Logging is asynchronous: the line of this call comes after those of earlier tests.
    await Promise.all(nodes.map((node) => call(node, 'GET', '/api/nothing')))
    await expect
      .poll(() => outputs().every((text) => text.includes('/api/nothing')), { intervals: [5] })
      .toBe(true)
    for (const [index, node] of nodes.entries()) before[index] = node.output().length
    await use({ output: () => outputs().join('') })
  },

  databaseUrl: async ({ createDatabase }, use) => use(await createDatabase()),

  start: async ({ databaseUrl }, use) => {
    const hosts: HostProcess[] = []
    await use(async (env) => {
      const host = await startHost({ databaseUrl, env })
      hosts.push(host)
      return host
    })
    await Promise.all(hosts.map((host) => host.stop()))
  },

  startWithProvider: async ({ start, provider, ownPort }, use) =>
    use((env) => start({ ...provider.env, PORT: String(ownPort), ...env })),

  startProvider: async ({ ownPort }, use) => {
    const providers: OidcProvider[] = []
    await use(async (configuration) => {
      const provider = await startOidcProvider({ redirectUris: [callbackOf(ownPort)], configuration })
      providers.push(provider)
      return provider
    })
    for (const { stop } of providers) await stop()
  },
})

let addresses = 0

export function fromNewAddress<Host extends Api>(host: Host): Host {
  addresses += 1
  return { ...host, address: `198.51.${Math.floor(addresses / 256)}.${addresses % 256}` }
}

export function expectMessage(response: ApiResponse, status: number, message: string, name?: string): void {
  expect([response.status, jsonOf(response)], name).toEqual([status, { message }])
}
