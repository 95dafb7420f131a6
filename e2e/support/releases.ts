import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { dirname, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { buildId, SOURCES } from '../../deploy/build-id.mjs'
import { open } from './actions'
import { waitForServiceWorker } from './browser-storage'
import { BASE, signedInTest } from './fixtures'
import { freePort } from './servers/process'
import { startStaticHost } from './servers/static-host'

export type Site = {
  origin: string
  /** Paths requested so far, calls of the API included, images not. */
  requests: string[]
  /** Serves another folder. */
  publish: (folder: string, options?: PublishOptions) => Promise<void>
}

type PublishOptions = Partial<
  Pick<Parameters<typeof startStaticHost>[0], 'basePath' | 'delay' | 'cacheControl' | 'isFallback'>
>

/** The tests' own build. */
export const FIRST_RELEASE = 'out'

/** Fixtures of a static host that publishes one release after another, beginning with the first. */
export const releasesTest = signedInTest.extend<{ site: Site }, { second: string }>({
  serviceWorkers: 'allow',

  /** Folder of a build with other sentences. */
  second: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern
    async ({}, use) => use(await secondRelease()),
    { scope: 'worker', timeout: 240_000 },
  ],

  site: async ({ host }, use) => {
    const port = await freePort()
    const requests: string[] = []
    const onRequest = (path: string, { 'sec-fetch-dest': destination }: IncomingHttpHeaders) => {
      // A full Chromium asks for the icon of each page, and a headless shell does not. The screens have no images.
      if (destination !== 'image') requests.push(path)
    }
    const start = (folder: string, options?: PublishOptions) =>
      startStaticHost({ folder, basePath: BASE, apiOrigin: host.origin, port, onRequest, ...options })
    let server = await start(FIRST_RELEASE)
    await use({
      origin: server.origin,
      requests,
      async publish(folder, options) {
        await server.stop()
        server = await start(folder, options)
      },
    })
    await server.stop()
  },

  baseURL: async ({ site }, use) => use(site.origin),
})

const CHANGED_SENTENCES = [
  ['messages/list', 'Create your note!', 'Create your second note!'],
  ['messages/editor-parts', '¿Guardar la nueva nota?', '¿Guardar esta nueva nota?'],
  ['messages/list', '¿Eliminar esta nota?', '¿Borrar esta nota?'],
] as const

// Inside the project, so that Node finds its packages.
const SECOND = resolve('e2e/exports/second-release')

/** Folder of the export with other sentences. The first worker that needs it builds it; it stays until the sources change. */
async function secondRelease(): Promise<string> {
  const stamp = JSON.stringify([buildId(), CHANGED_SENTENCES])
  const isBuilt = () => readIfThere(join(SECOND, 'stamp')) === stamp
  while (!isBuilt())
    await whileLocked(`${SECOND}.lock`, () => {
      if (isBuilt()) return
      buildSecondRelease()
      writeFileSync(join(SECOND, 'stamp'), stamp)
    })
  return join(SECOND, 'out')
}

function buildSecondRelease(): void {
  rmSync(SECOND, { recursive: true, force: true })
  mkdirSync(SECOND, { recursive: true })
  for (const source of SOURCES) cpSync(source, join(SECOND, source), { recursive: true })
  for (const [name, first, second] of CHANGED_SENTENCES) {
    const file = join(SECOND, `lib/domain/${name}.ts`)
    const text = readFileSync(file, 'utf8')
    if (!text.includes(first)) throw new Error(`${file} does not contain '${first}'`)
    writeFileSync(file, text.replace(first, second))
  }
  const options = { cwd: SECOND, env: { ...process.env, BASE_PATH: BASE }, stdio: 'pipe' as const }
  execFileSync(resolve('node_modules/.bin/next'), ['build'], options)
  execFileSync(resolve('node_modules/.bin/tsx'), ['deploy/postbuild.ts'], options)
}

/** Works while no other process does, or waits a while instead. A lock ends with the process that has made it. */
async function whileLocked(lock: string, work: () => void): Promise<void> {
  mkdirSync(dirname(lock), { recursive: true })
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
  } catch {
    if (!isRunning(Number(readIfThere(lock)))) rmSync(lock, { force: true })
    return setTimeout(500)
  }
  try {
    work()
  } finally {
    rmSync(lock)
  }
}

function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Copies an export and changes the copy. */
export async function alteredCopy(
  release: string,
  name: string,
  change: (folder: string) => void | Promise<void>,
): Promise<string> {
  const folder = join('e2e/exports', name)
  rmSync(folder, { recursive: true, force: true })
  cpSync(release, folder, { recursive: true })
  await change(folder)
  return folder
}

/** Scripts of a folder that the first release does not have. */
export function newScripts(folder: string): string[] {
  const scripts = '_next/static/chunks'
  const first = readdirSync(join(FIRST_RELEASE, scripts))
  const added = readdirSync(join(folder, scripts)).filter((name) => !first.includes(name))
  return added.map((name) => join(folder, scripts, name))
}

/** Opens a screen, and waits until a service worker controls it. */
export async function openInstalled(page: Page, path = '/notas'): Promise<void> {
  await open(page, path)
  await waitForServiceWorker(page)
}

/** Checks that the document has only files of one release. */
export async function expectRelease(page: Page, folder: string): Promise<void> {
  const paths = await page.evaluate(() => [
    ...[...document.querySelectorAll('script')].map(({ src }) => src),
    ...performance.getEntriesByType('resource').map(({ name }) => name),
  ])
  const files = paths.flatMap((path) => path.match(/_next\/static\/[^?]+/) ?? [])
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => !existsSync(join(folder, file)))).toEqual([])
}

/** Waits until the host's current release is installed and active, or was rejected. */
export async function waitUntilUpdated(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('ServiceWorker.enable')
  // The first may join an update under way, which the browser began with the release before.
  for (let updates = 1; updates <= 2; updates += 1) {
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
    await expect(async () => {
      const { state, scope } = await readRegistration(page)
      // Chromium waits minutes where the worker before was just starting, unless it is asked again.
      if (state === 'waiting') await cdp.send('ServiceWorker.skipWaiting', { scopeURL: scope })
      expect(state).toBe('active')
    }).toPass()
  }
  await cdp.detach()
}

function readRegistration(page: Page) {
  return page.evaluate(async () => {
    const { installing, waiting, active, scope } = await navigator.serviceWorker.ready
    if (waiting) return { state: 'waiting', scope }
    return { state: installing || active?.state !== 'activated' ? 'under way' : 'active', scope }
  })
}
