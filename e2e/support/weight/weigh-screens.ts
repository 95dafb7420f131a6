import { chromium } from '@playwright/test'
import { findChromium } from '../chromium'
import { BASE, createUser } from '../fixtures'
import { startHost } from '../servers/host'
import { startStaticHost } from '../servers/static-host'
import { buildEmptyPage } from './build-empty-page'
import { type File, filesOf, type Visit } from './first-load'

/** Bytes after brotli 11, and number of requests. */
export type Weight = { js: number; css: number; html: number; all: number; requests: number; files: File[] }

const FORM = 'input[name=title]:enabled'

const COMPLETE: Record<string, string> = {
  '/': 'button[type=submit]:enabled',
  '/register/': 'button[type=submit]:enabled',
  '/reset-password/': 'main button:enabled',
  '/notas/': 'article',
  '/cuenta/': 'input[type=file]',
  '/create-note/': FORM,
  '/note-editor/{id}/': FORM,
}

/**
 * Weighs the first load of each screen, and that of an empty page of the same Next version and settings. Of what the
 * service worker fetches after the first screen, `more` excludes the files of that screen.
 */
export async function weighScreens() {
  const host = await startHost()
  const site = await startStaticHost({ folder: 'out', basePath: BASE, apiOrigin: host.origin })
  const empty = await startStaticHost({ folder: buildEmptyPage(), basePath: BASE })
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
    const [floor, fetched, ...firstLoads] = await Promise.all([
      filesOf({ browser, token, url: `${empty.origin}${BASE}/`, complete: 'p' }, 'block'),
      filesOf(visit('/notas/', 'article'), 'allow'),
      ...Object.entries(COMPLETE).map(([path, complete]) => filesOf(visit(path, complete), 'block')),
    ])
    const paths = Object.keys(COMPLETE)
    const screens: Record<string, Weight> = Object.fromEntries(
      firstLoads.map((files, at) => [paths[at], weightOf(files)]),
    )
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
