import { createHash } from 'node:crypto'
import type { Files } from './folder'

export const SERVICE_WORKER = 'sw.js'

type Build = { id: string; basePath: string; precached: string[] }

/** While a release is being uploaded, a host may answer with a file of another one. Pages may be changed on their way. */
export function withManifest(code: string, site: Files, { id, basePath, precached }: Build): string {
  const names = precached.toSorted()
  const addressOf = (name: string) => `${basePath}/${name}`
  const scripts = names.filter((name) => name.endsWith('.js')).map(addressOf)
  const pages: Record<string, number[]> = {}
  const entries = names.map((name) => {
    const bytes = site.get(name) ?? ''
    const isPage = name.endsWith('.html')
    if (isPage)
      pages[addressOf(name)] = [...scripts.keys()].filter((at) => bytes.includes(String(scripts[at])))
    return {
      url: addressOf(name),
      revision: name.startsWith('_next/static/') ? null : hash(bytes),
      ...(!isPage && { integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}` }),
    }
  })
  const manifest = JSON.stringify(entries)
  const values = {
    MANIFEST: manifest,
    MANIFEST_HASH: `"${hash(manifest)}"`,
    BASE_PATH: `"${basePath}"`,
    BUILD_ID: `"${id}"`,
    SCRIPTS: JSON.stringify(scripts),
    PAGES: JSON.stringify(pages),
  }
  const line = Object.entries(values).map(([name, value]) => `${name}=${value}`)
  return `const ${line.join()}\n${code}`
}

export function withoutManifest(text: string): string {
  return text.slice(text.indexOf('\n') + 1)
}

export function hash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 12)
}
