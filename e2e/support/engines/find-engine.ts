import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium, firefox, webkit } from '@playwright/test'
import { findChromium } from '../chromium'
import { isInstalled, pathOf } from '../servers/process'
import type { EngineName, StartEngine } from './engine'
import { canRunOldestChromium, fetchOldestChromium } from './oldest-chromium'
import { startWithPlaywright } from './playwright-engine'
import { PYTHON } from './python'

/**
 * Returns the function that starts an engine, Playwright's build before the system's; undefined if none is installed.
 * Drivers load at the start of an engine, since the configuration loads this file in every worker.
 */
export function findEngine(name: EngineName): StartEngine | undefined {
  return {
    chromium: findChromiumEngine,
    firefox: findFirefox,
    webkit: findWebKit,
    'oldest chromium': findOldestChromium,
  }[name]()
}

function findChromiumEngine(): StartEngine | undefined {
  const options = findChromium()
  return options && (() => startWithPlaywright(chromium, options))
}

function findOldestChromium(): StartEngine | undefined {
  if (!canRunOldestChromium) return undefined
  return () => startWithPlaywright(chromium, { executablePath: fetchOldestChromium() })
}

function findFirefox(): StartEngine | undefined {
  if (existsSync(firefox.executablePath())) return () => startWithPlaywright(firefox)
  // Playwright 1.65 uses a BiDi command that the system's Firefox does not know.
  const path = pathOf('firefox') ?? pathOf('firefox-esr')
  return path ? async () => (await import('./firefox')).startFirefox(path) : undefined
}

function findWebKit(): StartEngine | undefined {
  if (existsSync(webkit.executablePath())) return () => startWithPlaywright(webkit)
  const isThere = ['WebKitWebDriver', 'Xvfb'].every(isInstalled) && hasWebKitBindings()
  return isThere ? async () => (await import('./webkit')).startWebKit() : undefined
}

function hasWebKitBindings(): boolean {
  try {
    execFileSync(PYTHON, ['-c', 'import gi; gi.require_version("WebKit2", "4.1")'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
