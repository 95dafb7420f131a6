import { build } from 'esbuild'
import { PLACEHOLDERS } from '@/lib/domain/deployment.mjs'

/** The settings are arguments, since esbuild would compute with the placeholders. */
export async function buildEarlyCall(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['deploy/early-call/main.ts'],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
  })
  const { basePath, apiHost } = PLACEHOLDERS
  return `((BASE_PATH,API_HOST)=>{${outputFiles[0]?.text.trim()}})("${basePath}","${apiHost}")`
}

export function withScript(html: string, script: string): string {
  const [charset] = /<meta charset=[^>]*>/i.exec(html) ?? []
  if (!charset) throw new Error('there is no <meta charset> for the early call')
  return html.replace(charset, () => `${charset}<script>${script}</script>`)
}
