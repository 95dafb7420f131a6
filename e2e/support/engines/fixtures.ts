import { BASE, test } from '../fixtures'
import type { Engine, EngineName } from './engine'
import { findEngine } from './find-engine'
import { createNetwork, type Network } from './network'
import type { Tab } from './tab'

export type EngineOptions = { engine: EngineName }

type WorkerFixtures = EngineOptions & { browserOfEngine: Engine }

type Fixtures = {
  /** Between the tab and the host. */
  network: Network
  /** In a profile of the test's own. Service workers are allowed, as in no other tests: not every driver can block them. */
  tab: Tab
}

/** Tests that are written once for all engines. */
export const engineTest = test.extend<Fixtures, WorkerFixtures>({
  engine: ['chromium', { option: true, scope: 'worker' }],

  browserOfEngine: [
    async ({ engine: name }, use) => {
      const start = findEngine(name)
      if (!start) throw new Error(`There is no ${name} here.`)
      const engine = await start()
      await use(engine)
      await engine.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  network: async ({ host }, use) => {
    const network = await createNetwork(host.origin)
    await use(network)
    await network.stop()
  },

  tab: async ({ browserOfEngine, network }, use) => {
    const profile = await browserOfEngine.newProfile(`${network.origin}${BASE}`)
    await use(profile.tab)
    await profile.remove()
  },
})
