import { readFileSync } from 'node:fs'
import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_BUILD } from 'next/constants.js'
import { buildId } from './deploy/build-id.mjs'
import { PLACEHOLDERS, parseBasePath, parseOrigin, SettingError } from './lib/domain/deployment.mjs'

const settings = readSettings()

/** Follows from the sources alone, as the build id does, so that equal sources give equal files. */
const version = `${JSON.parse(readFileSync('package.json', 'utf8')).version} (${buildId().slice(0, 7)})`

/** A build has placeholders, which deploy/postbuild.ts replaces by the settings. */
export default function config(/** @type {string} */ phase) {
  if (phase === PHASE_DEVELOPMENT_SERVER) return { ...configFor(settings), ...forDevelopment }
  return configFor(phase === PHASE_PRODUCTION_BUILD ? PLACEHOLDERS : settings)
}

/** `next dev` leads its root to the app, and rewrites the addresses of notes. An export cannot: its hosts do. */
const forDevelopment = {
  output: undefined,
  redirects: async () =>
    settings.basePath
      ? [{ source: '/', destination: `${settings.basePath}/`, basePath: false, permanent: false }]
      : [],
  rewrites: async () => [{ source: '/note-editor/:id', destination: '/note-editor/' }],
  ...(process.env.DEMO === 'on' && {
    instrumentationClientInject: ['./deploy/demo/page.ts'],
  }),
}

/** @type {(settings: { basePath: string; apiHost: string }) => import('next').NextConfig} */
const configFor = ({ basePath, apiHost }) => ({
  output: 'export',
  basePath,
  env: { NEXT_PUBLIC_BASE_PATH: basePath, NEXT_PUBLIC_API_HOST: apiHost, NEXT_PUBLIC_VERSION: version },
  // Needed by static hosts: without the slash /notas is a 403 on nginx and a 404 on Caddy.
  trailingSlash: true,
  generateBuildId: () => buildId(),
  // swr's shim for React before 18 is left out: React has the hook itself.
  turbopack: { resolveAlias: { 'use-sync-external-store/shim': 'react' } },
  // Fewer, larger chunks: half a kilobyte and one request less for the list and the editor.
  experimental: { turbopackChunking: { minChunkSize: 200_000 } },
  reactStrictMode: true,
  devIndicators: false,
})

/** Stops the build with the sentence of a wrong setting, without a stack trace. */
function readSettings() {
  try {
    return {
      basePath: parseBasePath('BASE_PATH', process.env.BASE_PATH),
      apiHost: parseOrigin('NEXT_PUBLIC_API_HOST', process.env.NEXT_PUBLIC_API_HOST),
    }
  } catch (cause) {
    if (!(cause instanceof SettingError)) throw cause
    console.error(cause.message)
    process.exit(1)
  }
}
