import { createHash } from 'node:crypto'
import type { Files } from './folder'

export const SERVICE_WORKER = 'sw.js'

export function withManifest(code: string, site: Files, precached: string[], basePath: string): string {
  const entries = precached.toSorted().map((name) => {
    const bytes = site.get(name) ?? ''
    return {
      url: `${basePath}/${name}`,
      revision: name.startsWith('_next/static/') ? null : hash(bytes),
      // While a release is being uploaded, a host may answer with a file of another one.
      integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`,
    }
  })
  const manifest = JSON.stringify(entries)
  const values = { MANIFEST: manifest, MANIFEST_HASH: `"${hash(manifest)}"`, BASE_PATH: `"${basePath}"` }
  const line = Object.entries(values).map(([name, value]) => `${name}=${value}`)
  return `const ${line.join()}\n${code}`
}

export function withoutManifest(text: string): string {
  return text.slice(text.indexOf('\n') + 1)
}

export function hash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 12)
}
