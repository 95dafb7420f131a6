import { BASE, expect, test } from '../fixtures'
import { type FaultyProxy, startFaultyProxy } from '../servers/faulty-proxy'
import { type Demo, startDemo } from './demo'
import { type Engine, type EngineName, NAMED_HOST, type Tab } from './engine'
import { findEngine } from './find-engine'

export type EngineOptions = {
  engine: EngineName
  /** False for an origin as in a home network, where browsers have no service worker and no locks. */
  isSecure: boolean
  /** Base path of a demo, which takes the host's place. */
  demoPath: string | undefined
}

type WorkerFixtures = EngineOptions & { browserOfEngine: Engine; demo: Demo | undefined }

type Fixtures = {
  /** For drivers without interception. */
  network: FaultyProxy
  /** Tab in a new profile. Service workers are allowed, because not every driver can block them. */
  tab: Tab
}

export const engineTest = test.extend<Fixtures, WorkerFixtures>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  isSecure: [true, { option: true, scope: 'worker' }],
  demoPath: [undefined, { option: true, scope: 'worker' }],

  demo: [
    async ({ demoPath }, use) => {
      const demo = demoPath === undefined ? undefined : await startDemo(demoPath)
      await use(demo)
      await demo?.stop()
    },
    { scope: 'worker' },
  ],

  host: [async ({ host, demo }, use) => use({ ...host, ...demo }), { scope: 'worker' }],

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

  network: async ({ host, demo }, use, testInfo) => {
    // Browsers of three engines, some of them in a window, take their time on a busy machine.
    testInfo.setTimeout(200_000)
    const network = await startFaultyProxy(host)
    await use(network)
    if (demo) expect(network.calls).toEqual([])
    await network.stop()
  },

  tab: async ({ browserOfEngine, network, isSecure, demo, demoPath }, use, testInfo) => {
    testInfo.annotations.push({ type: 'version', description: browserOfEngine.version })
    const origin = isSecure ? network.origin : network.origin.replace('127.0.0.1', NAMED_HOST)
    const profile = await browserOfEngine.newProfile(`${origin}${demoPath ?? BASE}`)
    if (!isSecure) {
      await profile.tab.open('/')
      expect(await profile.tab.evaluate(() => isSecureContext)).toBe(false)
    }
    await demo?.enter(profile.tab)
    // Firefox is slow in a tab that is not the newest.
    const tab = demo ? await profile.tab.newTab() : profile.tab
    await use(tab)
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('screen', { body: await tab.evaluate(shownOn).catch(String) })
    await profile.remove()
  },
})

/** Runs in the page. */
function shownOn(): string {
  const dialog = document.querySelector<HTMLElement>('dialog[open]')
  return [
    location.pathname,
    document.activeElement?.outerHTML.slice(0, 99),
    (dialog ?? document.body).innerText,
  ].join('\n')
}
