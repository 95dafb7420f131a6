import { buildId } from './deploy/build-id.mjs'
import { parseBasePath, parseOrigin, SettingError } from './lib/domain/deployment.mjs'

const basePath = setting(() => parseBasePath('BASE_PATH', process.env.BASE_PATH))
const apiHost = setting(() => parseOrigin('NEXT_PUBLIC_API_HOST', process.env.NEXT_PUBLIC_API_HOST))

/** @type {import('next').NextConfig} */
export default {
  output: 'export',
  basePath,
  env: { NEXT_PUBLIC_BASE_PATH: basePath },
  // Served alike by nginx, Caddy and object stores: with `false`, /notas is a 403 on the first of them.
  trailingSlash: true,
  // Not one for each build: two builds of one commit are the same, and of two commits are not.
  generateBuildId: () => buildId([basePath, apiHost]),
  // React has had the hook itself since 18: swr's package for older ones stays out.
  turbopack: { resolveAlias: { 'use-sync-external-store/shim': 'react' } },
  // Fewer and larger files: half a kilobyte less for the list and the editor, and a request.
  experimental: { turbopackChunking: { minChunkSize: 200_000 } },
  reactStrictMode: true,
  devIndicators: false,
}

/**
 * A wrong setting stops the build with its sentence, and not with a stack.
 *
 * @template Value
 * @param {() => Value} read
 * @returns {Value}
 */
function setting(read) {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof SettingError)) throw cause
    console.error(cause.message)
    process.exit(1)
  }
}
