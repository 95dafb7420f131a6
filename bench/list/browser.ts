import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { buildSync } from 'esbuild'
import { findChromium } from '../../e2e/support/chromium'

export type Slowdown = 1 | 4

type BlankPage = { page: Page; cdp: CDPSession }

const LIST = 'bench/list/in-page/main.ts'

export function launch(): Promise<Browser> {
  return chromium.launch(findChromium())
}

/** Creates a context, signed in, that runs a file in every document. */
export async function createContext(
  browser: Browser,
  serviceWorkers: 'allow' | 'block',
  file: string,
): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'es-ES', serviceWorkers })
  // Steps have a timeout of their own.
  context.setDefaultTimeout(0)
  await context.addInitScript(() => location.protocol === 'http:' && localStorage.setItem('token', 'token'))
  const options = { bundle: true, write: false, format: 'iife', target: 'es2022', minify: true } as const
  const [script] = buildSync({ entryPoints: [file], ...options }).outputFiles
  await context.addInitScript({ content: script?.text })
  return context
}

export async function blankPage(context: BrowserContext, slowdown: Slowdown): Promise<BlankPage> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, cdp }
}

/** Works in a blank page of a new context. */
export async function inBlankPage<Result>(
  browser: Browser,
  slowdown: Slowdown,
  work: (blank: BlankPage) => Promise<Result>,
): Promise<Result> {
  const context = await createContext(browser, 'block', LIST)
  try {
    return await work(await blankPage(context, slowdown))
  } finally {
    await context.close()
  }
}
