import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type LaunchOptions } from '@playwright/test'

/** Names in order of preference: the headless shell starts and renders faster. */
const SYSTEM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

type Chromium = { name: string; options: LaunchOptions }

/**
 * Launch options for the tests' Chromium: CHROMIUM_PATH, Playwright's own, or the system's. Undefined if none is
 * installed; throws if CHROMIUM_PATH is not a file.
 */
export function findChromium(): LaunchOptions | undefined {
  const named = process.env.CHROMIUM_PATH
  if (!named) return findChromiums()[0]?.options
  if (existsSync(named)) return { executablePath: named }
  throw new Error(`CHROMIUM_PATH is '${named}', which does not exist.`)
}

export function findChromiums(): Chromium[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = SYSTEM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  const found = paths.filter((path) => existsSync(path))
  const files = found.map((path) => realpathSync(path))
  const system = found.filter((_, at) => files.indexOf(files[at] as string) === at)
  return [
    ...(existsSync(chromium.executablePath()) ? [{ name: "Playwright's Chromium", options: {} }] : []),
    ...system.map((path) => ({ name: basename(path), options: { executablePath: path } })),
  ]
}

function installChromium(): void {
  console.log('Chromium is not installed. Installing it for the tests.')
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
      'Chromium could not be installed. Install it (`npx playwright install --with-deps chromium`, or ' +
        '`apt-get install chromium` as root), or set CHROMIUM_PATH to your own, and run the tests again.',
    )
    process.exit(1)
  }
  const browser = await chromium.launch(options)
  await browser.close()
}
