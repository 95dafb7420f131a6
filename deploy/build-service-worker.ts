import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getManifest, type ManifestEntry } from '@serwist/build'
import { build } from 'esbuild'

export async function buildServiceWorker(folder: string, basePath: string): Promise<void> {
  const entries = (await precachedFiles(folder)).map((entry) => ({
    ...entry,
    url: `${basePath}/${entry.url}`,
    // While a release is being uploaded, a host may answer with a file of another one.
    integrity: integrityOf(join(folder, entry.url)),
  }))
  const manifest = JSON.stringify(entries.sort((a, b) => (a.url < b.url ? -1 : 1)))
  await build({
    entryPoints: ['deploy/service-worker/main.ts'],
    outfile: `${folder}/sw.js`,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: {
      'process.env.NODE_ENV': '"production"',
      MANIFEST: manifest,
      MANIFEST_HASH: JSON.stringify(createHash('sha256').update(manifest).digest('hex').slice(0, 12)),
      BASE_PATH: JSON.stringify(basePath),
    },
  })
}

async function precachedFiles(folder: string): Promise<ManifestEntry[]> {
  // Only browsers without service workers load polyfills; low-priority files belong to Next's pages router.
  const { polyfillFiles, lowPriorityFiles } = JSON.parse(readFileSync('.next/build-manifest.json', 'utf8'))
  const { manifestEntries = [], warnings } = await getManifest({
    globDirectory: folder,
    globPatterns: ['**/index.{html,txt}', '_next/static/**/*.{css,js,woff2}'],
    globIgnores: [
      '404/**',
      '_not-found/*.txt',
      '_next/static/chunks/turbopack-worker-*.js', // see main.ts
      ...[...polyfillFiles, ...lowPriorityFiles].map((name) => `_next/${name}`),
    ],
    dontCacheBustURLsMatching: /^_next\/static\//,
    maximumFileSizeToCacheInBytes: 16 * 1024 * 1024,
  })
  if (warnings.length > 0) throw new Error(warnings.join('\n'))
  return manifestEntries
}

function integrityOf(path: string): string {
  return `sha384-${createHash('sha384').update(readFileSync(path)).digest('base64')}`
}
