import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getManifest } from '@serwist/build'
import { build } from 'esbuild'

/** Writes the service worker of an export into it: one file, with the list of those that screens need. */
export async function writeServiceWorker(folder: string, basePath: string): Promise<void> {
  // What only browsers without service workers ask for, and Next's other router.
  const { polyfillFiles, lowPriorityFiles } = JSON.parse(readFileSync('.next/build-manifest.json', 'utf8'))
  const { manifestEntries = [], warnings } = await getManifest({
    globDirectory: folder,
    globPatterns: [
      '**/index.html',
      // The router asks for the others only ahead of time.
      '**/index.txt',
      '_next/static/**/*.{css,js,woff2}',
    ],
    globIgnores: [
      '404/**',
      '_not-found/*.txt',
      ...[...polyfillFiles, ...lowPriorityFiles].map((name) => `_next/${name}`),
    ],
    // Named by their content: no revision, and no second download.
    dontCacheBustURLsMatching: /^_next\/static\//,
    manifestTransforms: [
      (entries) => ({
        manifest: entries.map((entry) => ({
          ...entry,
          url: `${basePath}/${entry.url}`,
          // A host that is amid a release answers with another's files: these are not taken.
          integrity: integrityOf(join(folder, entry.url)),
        })),
      }),
    ],
    maximumFileSizeToCacheInBytes: 16 * 1024 * 1024,
  })
  if (warnings.length > 0) throw new Error(warnings.join('\n'))

  const files = JSON.stringify(manifestEntries.sort((a, b) => (a.url < b.url ? -1 : 1)))
  await build({
    entryPoints: ['deploy/service-worker/main.ts'],
    outfile: `${folder}/sw.js`,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: {
      'process.env.NODE_ENV': '"production"',
      FILES: files,
      RELEASE: JSON.stringify(createHash('sha256').update(files).digest('hex').slice(0, 12)),
      BASE_PATH: JSON.stringify(basePath),
    },
  })
}

function integrityOf(path: string): string {
  return `sha384-${createHash('sha384').update(readFileSync(path)).digest('base64')}`
}
