import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Builder } from 'selenium-webdriver'
import { freePort, ownProcess, waitUntilReachable } from '../servers/process'
import type { Engine } from './engine'
import { PYTHON } from './python'
import { LIMIT } from './tab'
import { tabOfWindow } from './webdriver-tab'

const WINDOW = resolve('e2e/support/engines/webkit-window.py')

/** Starts a display and WebKitGTK's driver, which opens a window for each profile. */
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
          'webkitgtk:browserOptions': { binary: PYTHON, args: [WINDOW, folder] },
          unhandledPromptBehavior: 'ignore',
          timeouts: { script: LIMIT, pageLoad: LIMIT },
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

const PRINT_VERSION = `
import gi
gi.require_version("WebKit2", "4.1")
from gi.repository import WebKit2
print(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version(), sep=".")`

function version(): string {
  return `WebKitGTK ${execFileSync(PYTHON, ['-c', PRINT_VERSION], { encoding: 'utf8' }).trim()}`
}

/** Starts a virtual display, whose number the server chooses. */
async function startDisplay(): Promise<{ name: string; stop: () => Promise<void> }> {
  const options = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']
  const server = spawn('Xvfb', options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const { stop } = ownProcess(server)
  return { name: `:${await firstLine(server)}`, stop }
}

function firstLine(server: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    server.stdio[3]?.once('data', (data) => found(String(data).trim()))
    server.once('error', failed)
    server.once('exit', (code) => failed(new Error(`Xvfb exited with ${code}`)))
  })
}
