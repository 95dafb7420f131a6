import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium, firefox, webkit } from '@playwright/test'
import { findChromium } from '../chromium'
import { isInstalled, PYTHON, pathOf } from '../servers/process'
import type { EngineName, StartEngine } from './engine'
import { canRunOldestChromium, fetchOldestChromium } from './oldest-chromium'
import { startWithPlaywright } from './playwright-engine'

/** Drivers load at the start of an engine, since the configuration loads this file in every worker. */
export function findEngine(name: EngineName): StartEngine | undefined {
  return FINDERS[name]()
}

const FINDERS: Record<EngineName, () => StartEngine | undefined> = {
  chromium() {
    const options = findChromium()
    return options && (() => startWithPlaywright(chromium, options))
  },
  firefox() {
    if (existsSync(firefox.executablePath())) return () => startWithPlaywright(firefox)
    // Playwright 1.65 uses a BiDi command that the system's Firefox does not know.
    const path = pathOf('firefox') ?? pathOf('firefox-esr')
    return path ? async () => (await import('./firefox')).startFirefox(path) : undefined
  },
  webkit() {
    if (existsSync(webkit.executablePath())) return () => startWithPlaywright(webkit)
    const isThere = ['WebKitWebDriver', 'Xvfb'].every(isInstalled) && hasWebKitBindings()
    return isThere ? async () => (await import('./webkit')).startWebKit() : undefined
  },
  'oldest chromium'() {
    if (!canRunOldestChromium) return undefined
    return () => startWithPlaywright(chromium, { executablePath: fetchOldestChromium() })
  },
}

function hasWebKitBindings(): boolean {
  return spawnSync(PYTHON, ['-c', 'import gi; gi.require_version("WebKit2", "4.1")']).status === 0
}
