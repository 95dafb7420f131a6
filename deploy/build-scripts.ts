import { readFileSync } from 'node:fs'
import { getManifest } from '@serwist/build'
import { build } from 'esbuild'
import { PLACEHOLDERS } from '@/lib/domain/deployment.mjs'

/** The settings are arguments, since esbuild would compute with the placeholders. */
export async function buildEarlyCall(): Promise<string> {
  const script = await bundle('deploy/early-call/main.ts', 'esm')
  const { basePath, apiHost } = PLACEHOLDERS
  return `((BASE_PATH,API_HOST)=>{${script.toString().trim()}})("${basePath}","${apiHost}")`
}

export function withScript(html: string, script: string): string {
  const [charset] = /<meta charset=[^>]*>/i.exec(html) ?? []
  if (!charset) throw new Error('there is no <meta charset> for the early call')
  return html.replace(charset, () => `${charset}<script>${script}</script>`)
}

export function buildServiceWorker(): Promise<Buffer<ArrayBuffer>> {
  return bundle('deploy/service-worker/main.ts', 'iife')
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

async function bundle(entry: string, format: 'esm' | 'iife'): Promise<Buffer<ArrayBuffer>> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    format,
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return Buffer.from(outputFiles[0]?.contents ?? [])
}
