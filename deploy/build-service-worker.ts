import { readFileSync } from 'node:fs'
import { getManifest } from '@serwist/build'
import { build } from 'esbuild'

export async function buildServiceWorker(): Promise<Uint8Array<ArrayBuffer>> {
  const { outputFiles } = await build({
    entryPoints: ['deploy/service-worker/main.ts'],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return new Uint8Array(outputFiles[0]?.contents ?? [])
}

export async function precachedFiles(folder: string): Promise<string[]> {
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
    maximumFileSizeToCacheInBytes: 16 * 1024 * 1024,
  })
  if (warnings.length > 0) throw new Error(warnings.join('\n'))
  return manifestEntries.map(({ url }) => url)
}
