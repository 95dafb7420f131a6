import { setTimeout } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import type { Browser, BrowserContext, Request } from '@playwright/test'

/** A fetched file: the browser's resource type, and bytes after brotli 11. */
export type File = { path: string; type: string; bytes: number }

export type Visit = {
  browser: Browser
  token: string
  url: string
  complete: string
}

/** Milliseconds without a request after which the load is complete. */
const IDLE = 1500

/**
 * Files that a screen fetches with an empty cache, lazy parts included, without API calls; where service workers are
 * allowed, those that its service worker fetches afterwards.
 */
export async function filesOf(
  { browser, token, url, complete }: Visit,
  serviceWorkers: 'allow' | 'block',
): Promise<File[]> {
  const context = await browser.newContext({ serviceWorkers })
  await context.addInitScript((value) => localStorage.setItem('token', value), token)
  const requests = collectRequests(context)
  const page = await context.newPage()
  await page.goto(url)
  await page.locator(complete).first().waitFor()
  if (serviceWorkers === 'allow') await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  await requests.waitUntilIdle()
  const wanted = requests.finished.filter(
    (request) =>
      !new URL(request.url()).pathname.startsWith('/api/') &&
      (serviceWorkers === 'block' || request.serviceWorker() !== null),
  )
  const files = await Promise.all(wanted.map(fileOf))
  await context.close()
  return files.sort((a, b) => b.bytes - a.bytes)
}

function collectRequests(context: BrowserContext) {
  const finished: Request[] = []
  let pending = 0
  let last = performance.now()
  const count = (more: 1 | -1) => {
    pending += more
    last = performance.now()
  }
  context.on('request', () => count(1))
  context.on('requestfailed', () => count(-1))
  context.on('requestfinished', (request) => {
    finished.push(request)
    count(-1)
  })
  return {
    finished,
    async waitUntilIdle() {
      while (pending > 0 || performance.now() - last < IDLE) await setTimeout(50)
    },
  }
}

async function fileOf(request: Request): Promise<File> {
  const body = await (await request.response())?.body()
  return {
    path: new URL(request.url()).pathname,
    type: request.resourceType(),
    bytes: body ? sizeOf(body) : 0,
  }
}

/** Sizes by content: screens share most files, and brotli 11 is slow. */
const sizes = new Map<string, number>()

function sizeOf(body: Buffer): number {
  const content = body.toString('latin1')
  const size = sizes.get(content) ?? brotliCompressSync(body).length
  sizes.set(content, size)
  return size
}
