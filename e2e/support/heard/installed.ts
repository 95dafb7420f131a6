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

/** What Orca needs to be heard in the browser, and is not installed. */
export function missingFor(browser: HeardBrowser): string[] {
  const missing = PROGRAMS.filter((program) => !isInstalled(program))
  return findBrowser[browser]() ? missing : [...missing, browser]
}
