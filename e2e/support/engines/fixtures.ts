import { BASE, expect, test } from '../fixtures'
import { type FaultyProxy, startFaultyProxy } from '../servers/faulty-proxy'
import { type Engine, type EngineName, NAMED_HOST, type Tab } from './engine'
import { findEngine } from './find-engine'

/** `isSecure`: false for an origin as in a home network, where browsers have no service worker and no locks. */
export type EngineOptions = { engine: EngineName; isSecure: boolean }

type WorkerFixtures = EngineOptions & { browserOfEngine: Engine }

type Fixtures = {
  /** For drivers without interception. */
  network: FaultyProxy
  /** Tab in a new profile. Service workers are allowed, because not every driver can block them. */
  tab: Tab
}

export const engineTest = test.extend<Fixtures, WorkerFixtures>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  isSecure: [true, { option: true, scope: 'worker' }],

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
    const network = await startFaultyProxy(host)
    await use(network)
    await network.stop()
  },

  tab: async ({ browserOfEngine, network, isSecure }, use, { annotations }) => {
    annotations.push({ type: 'version', description: browserOfEngine.version })
    const origin = isSecure ? network.origin : network.origin.replace('127.0.0.1', NAMED_HOST)
    const profile = await browserOfEngine.newProfile(`${origin}${BASE}`)
    if (!isSecure) {
      await profile.tab.open('/')
      expect(await profile.tab.evaluate(() => isSecureContext)).toBe(false)
    }
    await use(profile.tab)
    await profile.remove()
  },
})
