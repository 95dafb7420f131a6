import { existsSync, readFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'

const INTERVAL_MS = 50

/** Watches the memory of the browser's pages with their workers. Returns a function for its growth at the highest, in MB. */
export async function watchMemory(browser: Browser): Promise<() => number> {
  const cdp = await browser.newBrowserCDPSession()
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo')
  await cdp.detach()
  const pages = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => memoryOf(id))
  const total = () => pages.reduce((sum, read) => sum + read(), 0)
  const before = total()
  let highest = before
  const timer = setInterval(() => {
    highest = Math.max(highest, total())
  }, INTERVAL_MS)
  return () => {
    clearInterval(timer)
    return (highest - before) / 1000
  }
}

/** Private memory of a process in kB, from /proc: on Linux alone. */
function memoryOf(pid: number): () => number {
  const file = `/proc/${pid}/status`
  return () => {
    const status = existsSync(file) ? readFileSync(file, 'utf8') : ''
    return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1.024
  }
}
