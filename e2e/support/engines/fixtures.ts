import { BASE, test } from '../fixtures'
import type { Engine, EngineName, Tab } from './engine'
import { findEngine } from './find-engine'
import { createNetwork, type Network } from './network'

export type EngineOptions = { engine: EngineName }

type WorkerFixtures = EngineOptions & { browserOfEngine: Engine }

type Fixtures = {
  network: Network
  /** Tab in a new profile. Service workers are allowed, because not every driver can block them. */
  tab: Tab
}

export const engineTest = test.extend<Fixtures, WorkerFixtures>({
  engine: ['chromium', { option: true, scope: 'worker' }],

  browserOfEngine: [
    async ({ engine: name }, use) => {
      const start = findEngine(name)
      if (!start) throw new Error(`${name} is not installed.`)
      const engine = await start()
      await use(engine)
      await engine.stop()
    },
    // The oldest Chromium is fetched first.
    { scope: 'worker', timeout: 300_000 },
  ],

  network: async ({ host }, use, testInfo) => {
    // Browsers of three engines, some of them in a window, take their time on a busy machine.
    testInfo.setTimeout(200_000)
    const network = await createNetwork(host.origin)
    await use(network)
    await network.stop()
  },

  tab: async ({ browserOfEngine, network }, use, { annotations }) => {
    annotations.push({ type: 'version', description: browserOfEngine.version })
    const profile = await browserOfEngine.newProfile(`${network.origin}${BASE}`)
    await use(profile.tab)
    await profile.remove()
  },
})
