import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Path of a Chromium: the one that CHROMIUM_PATH names, Playwright's own, or the system's. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, and there is no such file.`)
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  const system = SYSTEM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [chromium.executablePath(), ...system].find((path) => existsSync(path))
}

function installChromium(): void {
  console.log('No Chromium found: installing one for the tests.')
  if (run('npx', ['playwright', 'install', 'chromium']) && findChromium()) return
  if (run('apt-get', ['update', '-qq']) && run('apt-get', ['install', '-y', '-qq', 'chromium'])) return
}

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0
}

function assertStarts(path: string): void {
  execFileSync(path, ['--version', '--no-sandbox'], { stdio: ['ignore', 'ignore', 'pipe'] })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (!findChromium()) installChromium()
  const path = findChromium()
  if (!path) {
    console.error(
      'No Chromium could be found or installed. Install one (for example `npx playwright install --with-deps chromium`, ' +
        'or `apt-get install chromium` as root), or set CHROMIUM_PATH to the one you have, and run the tests again.',
    )
    process.exit(1)
  }
  assertStarts(path)
}
