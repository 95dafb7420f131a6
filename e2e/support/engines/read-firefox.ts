import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import puppeteer from 'puppeteer-core'
import { ownProcess } from '../servers/process'
import { startDisplay } from './display'
import { tabOf } from './firefox'
import { PYTHON } from './python'
import type { ScreenReader } from './screen-reader'
import { withinLimit } from './within-limit'

const LISTENER = resolve('e2e/support/engines/at-spi.py')

/** Starts Firefox in a window on a display and a D-Bus of its own: without a window it has no AT-SPI. */
export async function readFirefox(site: string, executablePath: string): Promise<ScreenReader> {
  const folder = mkdtempSync(join(tmpdir(), 'notas-at-spi-'))
  const display = await startDisplay()
  const bus = ownProcess(spawn('dbus-daemon', ['--session', '--nofork', '--print-address']))
  const env = {
    ...process.env,
    DISPLAY: display.name,
    DBUS_SESSION_BUS_ADDRESS: await withinLimit('D-Bus', async () => bus.stdout().trim() || undefined),
    XDG_RUNTIME_DIR: folder,
    GNOME_ACCESSIBILITY: '1',
  }
  const listener = ownProcess(spawn(PYTHON, [LISTENER], { env }))
  await withinLimit('listener', async () => listener.stdout().includes('ready') || undefined)
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: false, env })

  let from = 0
  function events(): [kind: string, text: string][] {
    const lines = listener.stdout().split('\n').slice(1, -1)
    // When a dialog closes, Firefox repeats the alerts that are still shown.
    return lines.map((line) => JSON.parse(line)).filter(isNews)
  }

  return {
    tab: tabOf(await browser.newPage(), site),
    async listen() {
      from = events().length
    },
    async heard() {
      const all = events()
      return {
        said: all.slice(from).filter(([kind]) => kind !== 'focus'),
        focus: String(all.findLast(([kind]) => kind === 'focus')?.[1]),
      }
    },
    async stop() {
      await browser.close()
      for (const { stop } of [listener, bus, display]) await stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

function isNews([kind, text]: [string, string], at: number, all: [string, string][]): boolean {
  const alerts = all.slice(0, at).filter((event) => event[0] === 'alert')
  return kind !== 'alert' || alerts.at(-1)?.[1] !== text
}
