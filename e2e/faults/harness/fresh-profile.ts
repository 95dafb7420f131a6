import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { findChromium } from '../../support/chromium'
import { sessionOf } from '../../support/fixtures'
import type { HostProcess } from '../../support/servers/host'
import { createNoteDriver, type NoteDriver } from './note-driver'
import type { Scenario, User } from './scenario'

export type FreshCase = (profile: FreshProfile) => Promise<void>

export type FreshProfile = {
  scenario: Scenario
  name: string
  user: User
  driver: NoteDriver
  context: BrowserContext
  register: () => Promise<User>
}

export async function createFreshProfiles(scenario: Scenario, host: HostProcess) {
  const browser: Browser = await chromium.launch(findChromium())

  return {
    async run(name: string, freshCase: FreshCase): Promise<void> {
      const user = await scenario.register(host)
      const context = await browser.newContext({
        baseURL: host.origin,
        locale: 'es-ES',
        storageState: { cookies: [], origins: [{ origin: host.origin, localStorage: sessionOf(user) }] },
        // Playwright's test runner applies the project's `serviceWorkers: 'block'` to every context that sets nothing.
        serviceWorkers: 'allow',
      })
      context.setDefaultTimeout(30_000)
      try {
        const driver = createNoteDriver(scenario, host, user, name)
        await freshCase({ scenario, name, user, driver, context, register: () => scenario.register(host) })
      } finally {
        await context.close()
      }
    },
    close: () => browser.close(),
  }
}
