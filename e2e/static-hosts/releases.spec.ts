import { appendFileSync, copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { readFolder } from '@/server/site/folder'
import { withManifest, withoutManifest } from '@/server/site/service-worker'
import { deleteButton, edit, editLink, expectScreen, open, openList, save } from '../support/actions'
import { waitForServiceWorker } from '../support/browser-storage'
import { recover } from '../support/drafts'
import { BASE, expect, type User } from '../support/fixtures'
import {
  alteredCopy,
  expectRelease,
  FIRST_RELEASE,
  newScripts,
  openInstalled,
  type Site,
  releasesTest as test,
  waitUntilUpdated,
} from '../support/releases'

// One worker, so that the tests share one build.
test.describe.configure({ mode: 'default', timeout: 240_000 })

test.beforeEach(({ expectConsole }) => {
  expectConsole(/Failed to load resource|Failed to fetch|ERR_INTERNET_DISCONNECTED|fetching the script/)
})

/** Marks the document, to detect that another one is loaded. */
function markDocument(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.documentElement.dataset.marked = 'yes'
  })
}

/** Presses Guardar in the form of a new note, whose question differs by release. */
async function expectQuestion(page: Page, question: string): Promise<void> {
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('dialog', { name: question })).toBeVisible()
}

/** Publishes a release and installs it in another tab, while `page` shows a note in the one before. */
async function publishBehind(page: Page, site: Site, release: string, user: User): Promise<void> {
  await user.addNote('Plantas', 'Riego')
  await openList(page, ['Plantas'])
  await waitForServiceWorker(page)
  await markDocument(page)
  await site.publish(release)
  const other = await page.context().newPage()
  await openList(other, ['Plantas'])
  await waitUntilUpdated(other)
}

/** Publishes a release and opens the list, until the release is installed or rejected. */
async function update(page: Page, site: Site, ...release: Parameters<Site['publish']>): Promise<void> {
  await site.publish(...release)
  await open(page, '/notas')
  await waitUntilUpdated(page)
}

/** Makes the service worker expect the files as they are. */
function updateManifest(folder: string): void {
  const worker = join(folder, 'sw.js')
  const { precached } = JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8'))
  const text = readFileSync(worker, 'utf8')
  const id = String(/BUILD_ID="(\w+)"/.exec(text)?.[1])
  const build = { id, basePath: BASE, precached }
  writeFileSync(worker, withManifest(withoutManifest(text), readFolder(folder), build))
}

/** Makes it some minutes since the service worker could not be installed. */
async function passMinutes(page: Page, minutes: number): Promise<void> {
  await page.evaluate(
    async ([base, time]) => {
      const cache = await caches.open(`notas:${base}`)
      const response = await cache.match(`${base}/refusal`)
      if (!response) return
      const [release, at, pause] = await response.json()
      await cache.put(`${base}/refusal`, Response.json([release, at - time, pause]))
    },
    [BASE, minutes * 60_000] as const,
  )
}

async function expectOffline(page: Page, question: string): Promise<void> {
  await page.context().setOffline(true)
  await open(page, '/create-note')
  await expectQuestion(page, question)
}

test('a new release shows at the second opening, and then works offline', async ({
  page,
  context,
  site,
  second,
}) => {
  await page.addInitScript(() => {
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      document.documentElement.dataset.updated = 'yes'
    })
  })
  await openInstalled(page)
  await expect(page.getByText('Create your note!')).toBeVisible()
  await site.publish(second)

  await open(page, '/notas')
  await expect(page.getByText('Create your note!')).toBeVisible()
  await expect(page.locator('html[data-updated]')).toBeAttached()
  await expectRelease(page, FIRST_RELEASE)
  await open(page, '/notas')
  await expect(page.getByText('Create your second note!')).toBeVisible()
  await expectRelease(page, second)

  await context.setOffline(true)
  const missing: string[] = []
  page.on('requestfailed', (request) => missing.push(new URL(request.url()).pathname))
  await open(page, '/create-note')
  await expectQuestion(page, '¿Guardar esta nueva nota?')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Volver' }).click()
  await expectScreen(page, '/notas')
  await expect(page.getByText('No se han podido cargar las notas.')).toBeVisible()
  expect(missing.filter((path) => path.includes('/_next/'))).toEqual([])
})

test('a page of the previous release opens and saves a note, and keeps a draft on its way to the new one', async ({
  page,
  site,
  second,
  user,
}) => {
  await publishBehind(page, site, second, user)

  await edit(page, 'Plantas', { content: 'Riego los martes' })
  await expect(page.locator('html[data-marked]')).toBeAttached()
  await expectRelease(page, FIRST_RELEASE)
  await save(page)
  await expect(page.getByRole('article')).toContainText('Riego los martes')

  await edit(page, 'Plantas', { content: 'Riego los viernes' })
  await page.getByRole('link', { name: 'Volver' }).click()
  await expectScreen(page, '/notas')
  await editLink(page, 'Plantas').click()
  await recover(page, 'Riego los viernes')
})

test('a page of the previous release works on, and its next screen is entirely of the new one, offline too', async ({
  page,
  context,
  site,
  second,
  user,
}) => {
  await publishBehind(page, site, second, user)
  await context.setOffline(true)

  // A lazy component, whose file the host no longer has.
  await deleteButton(page, 'Plantas').click()
  await expect(page.getByRole('dialog', { name: '¿Eliminar esta nota?' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('link', { name: 'Crear nota' }).click()
  await expectScreen(page, '/create-note')
  await expect(page.locator('html[data-marked]')).toHaveCount(0)
  await expectQuestion(page, '¿Guardar esta nueva nota?')
  await expectRelease(page, second)
})

for (const [mistake, mix] of [
  [
    "another release's page",
    (folder) =>
      copyFileSync(join(FIRST_RELEASE, 'create-note/index.html'), join(folder, 'create-note/index.html')),
  ],
  [
    'a page in place of a script',
    (folder) => {
      for (const script of newScripts(folder)) copyFileSync(join(folder, '404.html'), script)
    },
  ],
] satisfies [string, (folder: string) => void][]) {
  test(`the previous release stays installed while a host responds with ${mistake}`, async ({
    page,
    context,
    site,
    second,
  }) => {
    await openInstalled(page)
    await update(page, site, await alteredCopy(second, 'mixed-release', mix))
    await open(page, '/create-note')
    await expectQuestion(page, '¿Guardar la nueva nota?')
    await expectRelease(page, FIRST_RELEASE)
    await expectOffline(page, '¿Guardar la nueva nota?')

    await context.setOffline(false)
    await passMinutes(page, 60)
    await update(page, site, second)
    await expectOffline(page, '¿Guardar esta nueva nota?')
  })
}

/** Registers the service worker, and waits until it is installed or has failed. */
function installOnce(page: Page): Promise<void> {
  return page.evaluate(async (address) => {
    const { installing } = await navigator.serviceWorker.register(address)
    if (installing)
      await new Promise<void>((resolve) => {
        installing.onstatechange = () => installing.state !== 'installing' && resolve()
      })
  }, `${BASE}/sw.js`)
}

function changePages(folder: string, change: (html: string) => string): void {
  for (const [name, bytes] of readFolder(folder))
    if (name.endsWith('.html')) writeFileSync(join(folder, name), change(bytes.toString()))
}

/** Changes that proxies, virus scanners and access points make to a page. */
const CHANGES_ON_THE_WAY: [name: string, change: (html: string) => string][] = [
  ['a script and a tag', (html) => html.replace('</body>', '<script>added()</script></body>')],
  ['a banner after the end', (html) => `${html}<iframe src="about:blank" title="WiFi"></iframe>`],
  [
    'fewer quotes and line breaks',
    (html) => html.replace(/ (id|lang)="(\w+)"/g, ' $1=$2').replace(/\n/g, ' '),
  ],
]

for (const [name, change] of CHANGES_ON_THE_WAY)
  test(`pages that were changed on their way are kept for the time without a network: ${name}`, async ({
    page,
    site,
    expectConsole,
  }) => {
    expectConsole(/Content Security Policy/)
    const folder = await alteredCopy(FIRST_RELEASE, 'injected-release', (copy) =>
      changePages(copy, (html) => change(html.replace('<head>', '<head><meta name="scanned">'))),
    )
    await site.publish(folder)
    await openInstalled(page)
    await expectOffline(page, '¿Guardar la nueva nota?')
    await expect(page.locator('meta[name=scanned]')).toBeAttached()
  })

const PORTAL = '<!DOCTYPE html><title>WiFi gratis</title><h1>Acepta las condiciones</h1>'

const PORTALS: [name: string, change: (html: string) => string][] = [
  ['its own page', () => PORTAL],
  [
    'its own page around ours, without scripts',
    (html) => `${PORTAL}${html.replace(/<script[^>]*>/g, '<script>')}`,
  ],
  ['an empty page', () => ''],
]

const FAILURES: [name: string, minutes: number, change: (folder: string) => void][] = [
  ...PORTALS.map(([name, change]): (typeof FAILURES)[number] => [
    `a portal answers with ${name}`,
    60,
    (folder) => {
      const path = join(folder, 'register/index.html')
      writeFileSync(path, change(readFileSync(path, 'utf8')))
    },
  ]),
  [
    'a proxy changes scripts',
    10,
    (folder) => {
      const scripts = join(folder, '_next/static/chunks')
      for (const name of readdirSync(scripts)) appendFileSync(join(scripts, name), '/* scanned */')
    },
  ],
]

for (const [name, minutes, change] of FAILURES)
  test(`where ${name}, nothing is installed, and the files are asked for again ${minutes} minutes later`, async ({
    page,
    site,
  }) => {
    await site.publish(await alteredCopy(FIRST_RELEASE, 'refused-release', change))
    const file = `${BASE}/register/index.html`
    const openList = async () => {
      site.requests.length = 0
      await open(page, '/notas')
      await installOnce(page)
    }
    await openList()
    expect(site.requests).toContain(file)
    for (const passed of [0, minutes - 1]) {
      await passMinutes(page, passed)
      await openList()
      expect(site.requests).not.toContain(file)
    }
    await passMinutes(page, 1)
    await openList()
    expect(site.requests).toContain(file)
    await passMinutes(page, minutes)
    await site.publish(FIRST_RELEASE)
    await openInstalled(page)
    await expectOffline(page, '¿Guardar la nueva nota?')
  })

for (const [name, quotaSize, times] of [
  ['the files', 100_000, 'once'],
  ['anything', 1, 'never'],
] as const)
  test(`a browser without room for ${name} asks for each of them ${times}, and at the next opening for none`, async ({
    page,
    site,
    expectConsole,
  }) => {
    expectConsole(/QuotaExceededError/)
    await open(page, '/notas')
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize })
    const pagesAsked = async () => {
      site.requests.length = 0
      await installOnce(page)
      return site.requests.filter((path) => path.endsWith('.html')).sort()
    }
    const { precached } = JSON.parse(readFileSync(join(FIRST_RELEASE, 'build.json'), 'utf8'))
    const pages = precached.filter((path: string) => path.endsWith('.html'))
    expect(await pagesAsked()).toEqual(
      times === 'once' ? pages.map((path: string) => `${BASE}/${path}`).sort() : [],
    )
    expect(await pagesAsked()).toEqual([])
  })

test('a release that is published again after others, complete and incomplete, works offline', async ({
  page,
  site,
  second,
}) => {
  const half = await alteredCopy(second, 'half-release', (folder) => {
    appendFileSync(join(folder, 'notas/index.html'), '<!-- another -->')
    updateManifest(folder)
    rmSync(join(folder, 'register/index.txt'))
  })
  await openInstalled(page)
  for (const release of [second, half, FIRST_RELEASE]) await update(page, site, release)
  await expectOffline(page, '¿Guardar la nueva nota?')
})

/** Looks for another release, and waits until it has failed or waits for the pages of the previous one. */
async function updateUntilWaiting(page: Page): Promise<void> {
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  const states = () =>
    page.evaluate(async () => {
      const { installing, waiting } = await navigator.serviceWorker.ready
      return [!!installing, !!waiting]
    })
  await expect.poll(states).toEqual([false, true])
}

async function endWaiting(page: Page, site: Site): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.skipWaiting', { scopeURL: `${site.origin}${BASE}/` })
  await cdp.detach()
}

for (const isComplete of [false, true])
  test(`a release that waits and the next one, ${isComplete ? 'half installed' : 'incomplete'}, take no files from one another`, async ({
    page,
    site,
    second,
  }) => {
    const waiting = await alteredCopy(second, 'waiting-release', (folder) => {
      const worker = join(folder, 'sw.js')
      writeFileSync(worker, readFileSync(worker, 'utf8').replace('self.skipWaiting()', '0'))
    })
    const next = await alteredCopy(second, 'next-release', (folder) => {
      appendFileSync(join(folder, 'notas/index.html'), '<!-- another -->')
      updateManifest(folder)
      if (!isComplete) rmSync(join(folder, 'register/index.txt'))
    })
    await openInstalled(page)
    await site.publish(waiting)
    await updateUntilWaiting(page)
    if (isComplete) {
      await site.publish(next, { delay: 200 })
      site.requests.length = 0
      await page.evaluate(async () => void (await navigator.serviceWorker.ready).update())
      await expect.poll(() => site.requests.length).toBeGreaterThan(40)
    } else {
      await site.publish(next)
      await updateUntilWaiting(page)
    }
    await endWaiting(page, site)
    await waitUntilUpdated(page)
    await expectOffline(page, '¿Guardar esta nueva nota?')
  })

test('a release installs though the browser has cached that one of its files was missing', async ({
  page,
  site,
  second,
}) => {
  const cacheControl = 'public, max-age=31536000, immutable'
  const half = await alteredCopy(second, 'half-release', (folder) => {
    for (const script of newScripts(folder)) rmSync(script)
  })
  await openInstalled(page)
  await update(page, site, half, { cacheControl })
  await expectRelease(page, FIRST_RELEASE)
  await passMinutes(page, 10)
  await site.publish(second, { cacheControl })
  await waitUntilUpdated(page)
  await expectOffline(page, '¿Guardar esta nueva nota?')
})

test('pages whose cache is gone come from the host', async ({ page, site, second }) => {
  await openInstalled(page)
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await site.publish(second)
  await open(page, '/notas')
  await expect(page.getByText('Create your second note!')).toBeVisible()
  await expectRelease(page, second)
})

test('where the storage of the browser is damaged, everything comes from the host', async ({
  page,
  context,
  site,
}) => {
  await openInstalled(page)
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(() => {
    for (const caches of [CacheStorage, Cache])
      caches.prototype.match = () => Promise.reject(new DOMException('Unexpected internal error.'))
  })
  site.requests.length = 0
  await open(page, '/create-note')
  await expectQuestion(page, '¿Guardar la nueva nota?')
  expect(site.requests).toContain(`${BASE}/create-note`)
})

test('an address that Notas has left shows what is there now', async ({ page, site }) => {
  const [line = ''] = readFileSync('deploy/README.md', 'utf8').match(/^self\..*$/m) ?? []
  const moved = await alteredCopy(FIRST_RELEASE, 'moved', (folder) => {
    writeFileSync(join(folder, 'sw.js'), line)
    writeFileSync(join(folder, 'notas/index.html'), '<h1>Otra cosa</h1>')
  })
  await openInstalled(page)
  await site.publish(moved)
  await open(page, '/notas')
  const registrations = () => page.evaluate(() => navigator.serviceWorker.getRegistrations())
  await expect.poll(registrations).toEqual([])
  await open(page, '/notas')
  await expect(page.getByRole('heading', { name: 'Otra cosa' })).toBeVisible()
})

test('a silent network does not delay cached screens, and the page waits for uncached ones', async ({
  page,
  site,
}) => {
  await openInstalled(page, '/create-note')
  await site.publish(FIRST_RELEASE, { delay: 3_600_000 })
  await open(page, '/create-note')
  await page.getByRole('link', { name: 'Volver' }).click()
  await expectScreen(page, '/notas')
  await expect(page.getByText('Create your note!')).toBeVisible()

  await site.publish(FIRST_RELEASE, { delay: 5000 })
  const response = await page.goto(`${BASE}/nada`)
  expect(response?.status()).toBe(404)
  await expect(page).toHaveTitle('Página no encontrada · Notas')
})
