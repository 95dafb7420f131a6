import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Builder } from 'selenium-webdriver'
import { freePort, PYTHON, waitUntilReachable } from '../servers/process'
import { startDisplay } from './display'
import { type Engine, LIMIT, NAMED_HOST } from './engine'
import { tabOfWindow } from './webdriver-tab'

const WINDOW = resolve('e2e/support/engines/webkit-window.py')

export async function startWebKit(): Promise<Engine> {
  const display = await startDisplay()
  const port = await freePort()
  const child = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    env: { ...process.env, DISPLAY: display.name, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' },
    stdio: 'ignore',
  })
  const server = await waitUntilReachable(child, `http://127.0.0.1:${port}`)

  return {
    version: version(),
    async newProfile(site) {
      const folder = mkdtempSync(join(tmpdir(), 'notas-webkit-'))
      const driver = await new Builder()
        .disableEnvironmentOverrides()
        .usingServer(server.origin)
        .withCapabilities({
          browserName: 'notas',
          'webkitgtk:browserOptions': { binary: PYTHON, args: [WINDOW, folder, ...proxyOf(site)] },
          unhandledPromptBehavior: 'ignore',
          timeouts: { script: LIMIT, pageLoad: LIMIT / 2 },
        })
        .build()
      const current = await driver.getWindowHandle()
      return {
        tab: tabOfWindow({ driver, current }, current, site),
        async remove() {
          await driver.quit()
          // WebKit's network process still writes to its cache for a while.
          await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
        },
      }
    },
    async stop() {
      await server.stop()
      await display.stop()
    },
  }
}

/** WebKit resolves no names of its own: the site's server is the proxy of those that are not known. */
function proxyOf(site: string): string[] {
  return site.includes(NAMED_HOST) ? [new URL(site.replace(NAMED_HOST, '127.0.0.1')).origin] : []
}

const PRINT_VERSION = `
import gi
gi.require_version("WebKit2", "4.1")
from gi.repository import WebKit2
print(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version(), sep=".")`

function version(): string {
  return `WebKitGTK ${execFileSync(PYTHON, ['-c', PRINT_VERSION], { encoding: 'utf8' }).trim()}`
}
