import { createHash } from 'node:crypto'
import { getManifest } from '@serwist/build'
import { build } from 'esbuild'

/** Writes the service worker of an export into it: one file, with the list of all the others. */
export async function writeServiceWorker(folder: string, basePath: string): Promise<void> {
  const { manifestEntries = [] } = await getManifest({
    globDirectory: folder,
    globPatterns: ['**/*'],
    globIgnores: ['sw.js'],
    // Named by their content: no revision, and no second download.
    dontCacheBustURLsMatching: /\/_next\/static\//,
    modifyURLPrefix: { '': `${basePath}/` },
    maximumFileSizeToCacheInBytes: 16 * 1024 * 1024,
  })
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
