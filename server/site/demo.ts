import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Files } from './folder'
import { hash, SERVICE_WORKER } from './service-worker'

/** Scripts that put a host into the page, and give all that it stores names of its own. */
export type DemoCode = { page: string; worker: string }

export function readDemo(folder: string): DemoCode {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').trim()
  return { page: read('page.js'), worker: read('worker.js') }
}

export function withDemo(template: Files, { page, worker }: DemoCode): Files {
  const files = new Map(template)
  for (const [name, bytes] of template) {
    if (name.endsWith('.html')) files.set(name, Buffer.from(withScript(bytes.toString(), page)))
    if (name === SERVICE_WORKER) files.set(name, Buffer.from(`${worker}${bytes}`))
  }
  return files
}

export function hashOfDemo({ page, worker }: DemoCode): string {
  return hash(page + worker)
}

/** The script runs before all others of the page. */
export function withScript(html: string, script: string): string {
  const [charset] = /<meta charset=[^>]*>/i.exec(html) ?? []
  if (!charset) throw new Error('there is no <meta charset> for the early scripts')
  return html.replace(charset, () => `${charset}<script>${script}</script>`)
}
