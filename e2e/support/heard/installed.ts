import { chromium } from '@playwright/test'
import { isInstalled, pathOf } from '../servers/process'

export type HeardBrowser = 'firefox' | 'chromium'

const PROGRAMS = [
  'orca',
  'speech-dispatcher',
  'xdotool',
  'openbox',
  'Xvfb',
  'dbus-daemon',
  '/usr/libexec/at-spi-bus-launcher',
]

export const findBrowser = {
  firefox: () => pathOf('firefox-esr') ?? pathOf('firefox'),
  chromium: () => pathOf('chromium') ?? pathOf('google-chrome') ?? chromium.executablePath(),
}

/** Names the programs that are not installed, and that hearing this browser with Orca needs. */
export function missingFor(browser: HeardBrowser): string[] {
  const missing = PROGRAMS.filter((program) => !isInstalled(program))
  return findBrowser[browser]() ? missing : [...missing, browser]
}
