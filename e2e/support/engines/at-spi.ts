import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { isInstalled, ownProcess, PYTHON } from '../servers/process'
import { startDisplay } from './display'
import type { ScreenReader } from './engine'
import { withinLimit } from './within-limit'

const LISTENER = resolve('e2e/support/engines/at-spi.py')

export const hasAtSpi = () => ['Xvfb', 'dbus-daemon', '/usr/libexec/at-spi-bus-launcher'].every(isInstalled)

type AtSpi = Omit<ScreenReader, 'tab'> & { env: NodeJS.ProcessEnv }

/** Starts a display and a D-Bus for a browser with `env`: without a window it has no AT-SPI. */
export async function startAtSpi(): Promise<AtSpi> {
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

  let from = 0
  function events(): [kind: string, text: string][] {
    const lines = listener.stdout().split('\n').slice(1, -1)
    // When a dialog closes, Firefox repeats the alerts that are still shown.
    return lines.map((line) => JSON.parse(line)).filter(isNews)
  }

  return {
    env,
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
      for (const { stop } of [listener, bus, display]) await stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

function isNews([kind, text]: [string, string], at: number, all: [string, string][]): boolean {
  const alerts = all.slice(0, at).filter((event) => event[0] === 'alert')
  return kind !== 'alert' || alerts.at(-1)?.[1] !== text
}
