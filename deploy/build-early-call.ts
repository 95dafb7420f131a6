import { build } from 'esbuild'

export async function buildEarlyCall(basePath: string, apiHost: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['deploy/early-call/main.ts'],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: { BASE_PATH: JSON.stringify(basePath), API_HOST: JSON.stringify(apiHost) },
  })
  return outputFiles[0]?.text.trim() ?? ''
}
