import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { buildSync } from 'esbuild'
import { findChromium } from '../../e2e/support/chromium'

/** How many times slower than at full speed the page's main thread runs. */
export type Slowdown = 1 | 4

export type Opened = { page: Page; cdp: CDPSession; close: () => Promise<void> }

const bench = buildSync({
  entryPoints: ['bench/list/in-page/main.ts'],
  bundle: true,
  write: false,
  format: 'iife',
  target: 'es2022',
}).outputFiles[0]?.text

export function launch(): Promise<Browser> {
  return chromium.launch(findChromium())
}

/** A blank page of somebody who is signed in, with nothing kept, and with the watching code in all that it opens. */
export async function openBlank(browser: Browser, slowdown: Slowdown): Promise<Opened> {
  const context = await browser.newContext({ locale: 'es-ES', serviceWorkers: 'block' })
  // What takes too long is for whoever measures to say.
  context.setDefaultTimeout(0)
  await context.addInitScript(() => location.protocol === 'http:' && localStorage.setItem('token', 'token'))
  await context.addInitScript({ content: bench })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, cdp, close: () => context.close() }
}
