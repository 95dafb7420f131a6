import { readFileSync } from 'node:fs'
import { build } from 'esbuild'
import { PLACEHOLDERS } from '@/lib/domain/deployment.mjs'

/** Scripts that run before those of the app. The settings are arguments, since esbuild would compute with the placeholders. */
export async function buildEarlyScripts(): Promise<string> {
  const call = String(await bundle('deploy/early-call.ts', 'esm')).trim()
  const text = String(await bundle('deploy/early-text.ts', 'iife')).trim()
  const { basePath, apiHost } = PLACEHOLDERS
  return `((BASE_PATH,API_HOST)=>{${call}})("${basePath}","${apiHost}");${text}`
}

export function buildServiceWorker(): Promise<Buffer<ArrayBuffer>> {
  return bundle('deploy/service-worker/main.ts', 'iife')
}

const PRECACHED = /^(.*\/)?index\.(html|txt)$|^_next\/static\/.*\.(css|js|woff2)$/

const NOT_PRECACHED = /^404\/|^_not-found\/.*\.txt$|^_next\/static\/chunks\/turbopack-worker-.*\.js$/ // see main.ts

export function precachedFiles(names: Iterable<string>): string[] {
  // Only browsers without service workers load polyfills; low-priority files belong to Next's pages router.
  const { polyfillFiles, lowPriorityFiles } = JSON.parse(readFileSync('.next/build-manifest.json', 'utf8'))
  const unused = [...polyfillFiles, ...lowPriorityFiles].map((name) => `_next/${name}`)
  return [...names].filter(
    (name) => PRECACHED.test(name) && !NOT_PRECACHED.test(name) && !unused.includes(name),
  )
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
