import { chromium } from '@playwright/test'
import { findChromium } from '../chromium'
import { BASE, createUser } from '../fixtures'
import { startHost } from '../servers/host'
import { startStaticHost } from '../servers/static-host'
import { buildEmptyPage } from './build-empty-page'
import { type File, filesOfFirstLoad, filesOfServiceWorker, type Visit } from './first-load'

/** Bytes after brotli 11, and number of requests. */
export type Weight = { js: number; css: number; html: number; all: number; requests: number; files: File[] }

type Weights = {
  /** An empty page of the same Next version and settings. */
  floor: Weight
  /** First load of each screen, by path. */
  screens: Record<string, Weight>
  /** Files the service worker fetches after the first screen; `more` excludes those of the screen. */
  serviceWorker: { all: Weight; more: Weight }
}

const FORM = 'input[name=title]:enabled'

/** Selectors of elements that complete screens have. */
const COMPLETE: Record<string, string> = {
  '/': 'button[type=submit]:enabled',
  '/register/': 'button[type=submit]:enabled',
  '/reset-password/': 'main button:enabled',
  '/notas/': 'article',
  '/cuenta/': 'input[type=file]',
  '/create-note/': FORM,
  '/note-editor/{id}/': FORM,
}

export async function weighScreens(): Promise<Weights> {
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
      filesOfFirstLoad({ browser, token, url: `${empty.origin}${BASE}/`, complete: 'p' }),
      filesOfServiceWorker(visit('/notas/', 'article')),
      ...Object.entries(COMPLETE).map(([path, complete]) => filesOfFirstLoad(visit(path, complete))),
    ])
    const paths = Object.keys(COMPLETE)
    const screens = Object.fromEntries(firstLoads.map((files, at) => [paths[at] as string, weightOf(files)]))
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
