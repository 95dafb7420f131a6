import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { buildExport } from './build-export'
import { BASE, signedInTest } from './fixtures'
import { freePort } from './servers/process'
import { startStaticHost } from './servers/static-host'

export type Site = {
  origin: string
  /** Serves another folder from now on, each file after so many milliseconds. */
  publish: (folder: string, delay?: number) => Promise<void>
}

/** The tests' own build. */
export const FIRST = 'out'

/** A plain host that publishes one release after another; it starts with the first. */
export const releasesTest = signedInTest.extend<{ site: Site }, { second: string }>({
  serviceWorkers: 'allow',

  /** A build with other sentences. */
  second: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from here
    async ({}, use) => use(join(buildExport('second-release', { BASE_PATH: BASE }, changeSentences), 'out')),
    { scope: 'worker', timeout: 240_000 },
  ],

  site: async ({ host }, use) => {
    const port = await freePort()
    const start = (folder: string, delay?: number) =>
      startStaticHost({ folder, basePath: BASE, apiOrigin: host.origin, port, delay })
    let server = await start(FIRST)
    await use({
      origin: server.origin,
      async publish(folder, delay) {
        await server.stop()
        server = await start(folder, delay)
      },
    })
    await server.stop()
  },

  baseURL: async ({ site }, use) => use(site.origin),

  storageState: async ({ site, user }, use) =>
    use({
      cookies: [],
      origins: [{ origin: site.origin, localStorage: [{ name: 'token', value: user.token }] }],
    }),
})

const SECOND = [
  ['messages/notes', 'Create your note!', 'Create your second note!'],
  ['messages/editor', '¿Guardar la nueva nota?', '¿Guardar esta nueva nota?'],
  ['messages/notes', '¿Eliminar esta nota?', '¿Borrar esta nota?'],
] as const

function changeSentences(folder: string): void {
  for (const [name, first, second] of SECOND) {
    const file = join(folder, `lib/domain/${name}.ts`)
    const text = readFileSync(file, 'utf8')
    if (!text.includes(first)) throw new Error(`There is no '${first}' in ${file}`)
    writeFileSync(file, text.replace(first, second))
  }
}

/** A copy of an export, in which some files are others. */
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

/** What the host has now is installed and answers for the pages that open from now on, or was refused. */
export async function waitUntilUpdated(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
    const isSettled = () =>
      registration.active?.state === 'activated' && !registration.installing && !registration.waiting
    while (!isSettled()) await new Promise((resolve) => setTimeout(resolve, 50))
  })
}
