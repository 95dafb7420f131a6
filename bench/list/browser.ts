import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { buildSync } from 'esbuild'
import { findChromium } from '../../e2e/support/chromium'

export type Slowdown = 1 | 4

type BlankPage = { page: Page; cdp: CDPSession; close: () => Promise<void> }

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

/** Opens a blank page in a new context, signed in, with the code of in-page/ in every document. */
export async function openBlank(browser: Browser, slowdown: Slowdown): Promise<BlankPage> {
  const context = await browser.newContext({ locale: 'es-ES', serviceWorkers: 'block' })
  // Steps have a timeout of their own.
  context.setDefaultTimeout(0)
  await context.addInitScript(() => location.protocol === 'http:' && localStorage.setItem('token', 'token'))
  await context.addInitScript({ content: bench })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, cdp, close: () => context.close() }
}
