import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { type Browser, chromium, type Request } from '@playwright/test'
import { findChromium } from '../e2e/chromium'
import { BASE, createUser } from '../e2e/fixtures'
import { startHost } from '../e2e/host-process'
import { startPlain } from '../e2e/static-hosts/plain'

type Weight = { js: number; css: number; html: number; all: number; requests: number }

/** What each screen costs at its first load, beside an empty page of the same Next version and settings. */
export async function measureWeight(): Promise<void> {
  execFileSync('npx', ['next', 'build', 'bench/empty-page'], { stdio: 'ignore' })
  const host = await startHost()
  const site = await startPlain({ folder: 'out', basePath: BASE, apiOrigin: host.origin })
  const floor = await startPlain({ folder: 'bench/empty-page/out', basePath: BASE })
  const browser = await chromium.launch({ executablePath: findChromium() })
  try {
    const user = await createUser(host)
    const id = await user.addNote('Plantas', 'Riego los martes y los viernes.')
    const empty = await weigh(browser, `${floor.origin}${BASE}/`, user.token)
    const rows = [row('empty page (floor)', empty, empty)]
    for (const path of ['/', '/register/', '/notas/', '/create-note/', `/note-editor/${id}/`]) {
      const weight = await weigh(browser, `${site.origin}${BASE}${path}`, user.token)
      rows.push(row(path.replace(id, '{id}'), weight, empty))
    }
    const { version } = JSON.parse(readFileSync('node_modules/next/package.json', 'utf8'))
    console.log(`First load, bytes after brotli 11, next ${version}`)
    console.table(Object.fromEntries(rows))
  } finally {
    await browser.close()
    await Promise.all([site.stop(), floor.stop(), host.stop()])
  }
}

/** Loads a page with nothing kept, until the network rests, and weighs what came. */
async function weigh(browser: Browser, url: string, token: string): Promise<Weight> {
  const context = await browser.newContext()
  await context.addInitScript((value) => localStorage.setItem('token', value), token)
  const page = await context.newPage()
  const weight: Weight = { js: 0, css: 0, html: 0, all: 0, requests: 0 }
  const weighings: Promise<void>[] = []
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) return
    weighings.push(
      bodyOf(request).then((body) => {
        const bytes = brotliCompressSync(body).length
        const type = request.resourceType()
        weight.all += bytes
        weight.requests += 1
        if (type === 'script') weight.js += bytes
        if (type === 'stylesheet') weight.css += bytes
        if (type === 'document') weight.html += bytes
      }),
    )
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  page.removeAllListeners('requestfinished')
  await Promise.all(weighings)
  await context.close()
  return weight
}

async function bodyOf(request: Request): Promise<Buffer> {
  const response = await request.response()
  return response ? response.body() : Buffer.alloc(0)
}

function row(name: string, weight: Weight, floor: Weight): [name: string, cells: Record<string, number>] {
  return [name, { ...weight, 'js / floor': Number((weight.js / floor.js).toFixed(3)) }]
}
