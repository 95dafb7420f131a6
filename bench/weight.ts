import { execFileSync } from 'node:child_process'
import { chromium } from '@playwright/test'
import { findChromium } from '../e2e/support/chromium'
import { BASE, createUser } from '../e2e/support/fixtures'
import { startHost } from '../e2e/support/servers/host'
import { startPlain } from '../e2e/support/servers/static-host'
import { type File, filesOfFirstLoad, filesOfServiceWorker, type Visit } from '../e2e/support/weight/files'
import { keepResult, versionOf } from './results'

/** Bytes after brotli 11, and how many files they came in. */
export type Weight = { js: number; css: number; html: number; all: number; requests: number; files: File[] }

export type Weights = {
  /** An empty page of the same Next version and settings. */
  floor: Weight
  /** At their first load, by path; a note's is '/note-editor/{id}/'. */
  screens: Record<string, Weight>
  /** What it fetches once the first screen stands, and what of that the screen has not fetched already. */
  serviceWorker: { all: Weight; more: Weight }
}

const FORM = 'input[name=title]:enabled'

/** A screen is complete when this is there. */
const COMPLETE: Record<string, string> = {
  '/': 'button[type=submit]:enabled',
  '/register/': 'button[type=submit]:enabled',
  '/reset-password/': 'main button:enabled',
  '/notas/': 'article',
  '/create-note/': FORM,
  '/note-editor/{id}/': FORM,
}

/** Prints what each screen costs at its first load; with --chunks, each of its files as well. */
export async function measureWeight(args: string[]): Promise<void> {
  const { floor, screens, serviceWorker } = await weighScreens()
  const rows = Object.fromEntries(
    Object.entries({ 'empty page (floor)': floor, ...screens }).map(([name, weight]) => [
      name,
      row(weight, floor),
    ]),
  )
  console.log(`First load, bytes after brotli 11, next ${versionOf('next')}`)
  console.table(rows)
  const { all, more } = serviceWorker
  console.log(
    `Not part of it: once /notas/ stands, the service worker fetches ${all.requests} files of ${all.all} bytes, of ` +
      `which ${more.requests} of ${more.all} bytes are new to the browser.`,
  )
  if (args.includes('--chunks')) {
    for (const [name, { files }] of Object.entries(screens)) {
      console.log(name)
      console.table(files)
    }
  }
  keepResult(
    'weight',
    { firstLoads: rows, serviceWorker: { all: sum(all), more: sum(more) } },
    chartOf(screens, floor),
  )
}

/** Weighs the export in out/, which must have been built. */
export async function weighScreens(): Promise<Weights> {
  execFileSync('npx', ['next', 'build', 'bench/empty-page'], { stdio: 'ignore' })
  const host = await startHost()
  const site = await startPlain({ folder: 'out', basePath: BASE, apiOrigin: host.origin })
  const empty = await startPlain({ folder: 'bench/empty-page/out', basePath: BASE })
  const browser = await chromium.launch(findChromium())
  try {
    const { token, addNote } = await createUser(host)
    const id = await addNote('Plantas', 'Riego los martes y los viernes.')
    const visit = (path: string, complete: string): Visit => ({
      browser,
      token,
      url: `${site.origin}${BASE}${path.replace('{id}', id)}`,
      complete,
    })
    const screens: Record<string, Weight> = {}
    for (const [path, complete] of Object.entries(COMPLETE)) {
      screens[path] = weightOf(await filesOfFirstLoad(visit(path, complete)))
    }
    const floor = await filesOfFirstLoad({ browser, token, url: `${empty.origin}${BASE}/`, complete: 'p' })
    const fetched = await filesOfServiceWorker(visit('/notas/', 'article'))
    const known = new Set(screens['/notas/']?.files.map(({ path }) => path))
    const more = fetched.filter(({ path }) => !known.has(path))
    return {
      floor: weightOf(floor),
      screens,
      serviceWorker: { all: weightOf(fetched), more: weightOf(more) },
    }
  } finally {
    await browser.close()
    await Promise.all([site.stop(), empty.stop(), host.stop()])
  }
}

function weightOf(files: File[]): Weight {
  const bytes = (type?: string) =>
    files.filter((file) => !type || file.type === type).reduce((sum, file) => sum + file.bytes, 0)
  return {
    js: bytes('script'),
    css: bytes('stylesheet'),
    html: bytes('document'),
    all: bytes(),
    requests: files.length,
    files,
  }
}

function row({ js, css, html, all, requests }: Weight, floor: Weight) {
  return {
    js,
    css,
    html,
    'css + html': css + html,
    all,
    requests,
    'js / floor': Number((js / floor.js).toFixed(3)),
  }
}

function sum({ requests, all }: Weight) {
  return { requests, bytes: all }
}

function chartOf(screens: Record<string, Weight>, floor: Weight) {
  return {
    title: 'Script at the first load of each screen, as ratios to an empty page',
    note: 'Bytes after brotli 11. Shorter is better; the line is an empty page of the same Next version.',
    bars: Object.entries(screens).map(([label, { js }]) => ({ label, ratio: js / floor.js })),
  }
}
