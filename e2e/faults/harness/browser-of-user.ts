import type { BrowserContext } from '@playwright/test'
import { createProfile } from '../../support/browser-profile'
import { findChromium } from '../../support/chromium'
import { startSession } from '../../support/fixtures'
import type { HostProcess } from '../../support/servers/host'
import type { User } from './scenario'

export type BrowserOfUser = {
  context: BrowserContext
  /** Kills the browser, and starts it again with what is left of its profile. */
  kill: () => Promise<BrowserContext>
}

type Options = { timeout: number; serviceWorkers?: 'allow' | 'block' }

/** Runs `use` with a new browser in which the user is signed in, and removes it. */
export async function withBrowserOf<Result>(
  user: User,
  { origin }: HostProcess,
  { timeout, serviceWorkers = 'block' }: Options,
  use: (browser: BrowserOfUser) => Promise<Result>,
): Promise<Result> {
  const profile = createProfile({ ...findChromium(), baseURL: origin, serviceWorkers })

  async function start(): Promise<BrowserContext> {
    const context = await profile.start()
    // Playwright's test runner takes away the limits of every context.
    context.setDefaultTimeout(timeout)
    await startSession(context, origin, user)
    return context
  }

  async function kill(): Promise<BrowserContext> {
    await profile.kill()
    return start()
  }

  try {
    return await use({ context: await start(), kill })
  } finally {
    await profile.remove()
  }
}
