import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type LaunchOptions } from '@playwright/test'

/** The headless shell first: it starts and draws faster than the browser with its windows. */
const SYSTEM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/**
 * How to launch the Chromium of the tests: the one that CHROMIUM_PATH names, Playwright's own, or the system's.
 * Undefined where there is none; throws where CHROMIUM_PATH names no file.
 */
export function findChromium(): LaunchOptions | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return { executablePath: named }
    throw new Error(`CHROMIUM_PATH names ${named}, and there is no such file.`)
  }
  if (existsSync(chromium.executablePath())) return {}
  const folders = (process.env.PATH ?? '').split(delimiter)
  const system = SYSTEM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  const executablePath = system.find((path) => existsSync(path))
  return executablePath ? { executablePath } : undefined
}

function installChromium(): void {
  console.log('No Chromium found: installing one for the tests.')
  if (run('npx', ['playwright', 'install', 'chromium']) && findChromium()) return
  run('apt-get', ['update', '-qq'])
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (run('apt-get', ['install', '-y', '-qq', name])) return
  }
}

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (!findChromium()) installChromium()
  const options = findChromium()
  if (!options) {
    console.error(
      'No Chromium could be found or installed. Install one (for example `npx playwright install --with-deps chromium`, ' +
        'or `apt-get install chromium` as root), or set CHROMIUM_PATH to the one you have, and run the tests again.',
    )
    process.exit(1)
  }
  const browser = await chromium.launch(options)
  await browser.close()
}
