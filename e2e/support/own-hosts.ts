import { test as base } from './api-client'
import { type HostProcess, startHost } from './servers/host'

type Fixtures = {
  /** The address of an empty database, the test's alone. */
  databaseUrl: string
  /** Starts a host on it, which is stopped after the test. */
  start: (env?: Record<string, string>) => Promise<HostProcess>
}

/** With hosts that are the test's own, with settings of its own. */
export const test = base.extend<Fixtures>({
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
})
