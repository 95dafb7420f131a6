import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { findChromium } from '../../support/chromium'
import { sessionOf } from '../../support/fixtures'
import type { HostProcess } from '../../support/servers/host'
import { createDesk, type Desk } from './desk'
import type { Person, Trial } from './scenario'

/** One trial of its own, in a browser in which nothing is kept. */
export type Round = (place: Place) => Promise<void>

export type Place = {
  trial: Trial
  /** Under which the trial is counted. */
  name: string
  person: Person
  desk: Desk
  /** Signed in as the person. */
  context: BrowserContext
  /** Another one, who is not signed in. */
  register: () => Promise<Person>
}

/** Runs rounds, each for a person of its own. */
export async function createPlaces(trial: Trial, host: HostProcess) {
  const browser: Browser = await chromium.launch(findChromium())

  return {
    async run(name: string, round: Round): Promise<void> {
      const person = await trial.register(host)
      const context = await browser.newContext({
        baseURL: host.origin,
        locale: 'es-ES',
        storageState: { cookies: [], origins: [{ origin: host.origin, localStorage: sessionOf(person) }] },
        // Playwright's test runner applies the project's `serviceWorkers: 'block'` to every context that sets nothing.
        serviceWorkers: 'allow',
      })
      context.setDefaultTimeout(30_000)
      try {
        const desk = createDesk(trial, host, person, name)
        await round({ trial, name, person, desk, context, register: () => trial.register(host) })
      } finally {
        await context.close()
      }
    },
    close: () => browser.close(),
  }
}
