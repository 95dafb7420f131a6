import type { LaunchOptions } from '@playwright/test'
import { findChromium } from '../chromium'
import { isInstalled, pathOf } from '../servers/process'
import type { EngineName } from './engine'
import { fetchOldestChromium } from './oldest-chromium'
import type { StartScreenReader } from './screen-reader'

/**
 * Returns the function that starts an engine: Chromium, whose accessibility tree is read, or the system's Firefox,
 * whose AT-SPI events are read. Undefined for others, and if a program is not installed.
 */
export function findScreenReader(engine: EngineName): StartScreenReader | undefined {
  return {
    chromium: () => findChromiumReader(findChromium()),
    firefox: findFirefoxReader,
    webkit: () => undefined,
    'oldest chromium': () => findChromiumReader({ executablePath: fetchOldestChromium() }),
  }[engine]()
}

function findChromiumReader(options: LaunchOptions | undefined): StartScreenReader | undefined {
  return options && (async (site) => (await import('./read-chromium')).readChromium(site, options))
}

function findFirefoxReader(): StartScreenReader | undefined {
  const path = pathOf('firefox') ?? pathOf('firefox-esr')
  const isThere = path && ['Xvfb', 'dbus-daemon', '/usr/libexec/at-spi-bus-launcher'].every(isInstalled)
  return isThere ? async (site) => (await import('./read-firefox')).readFirefox(site, path) : undefined
}
