import { parseBasePath, parseOrigin } from './lib/domain/deployment.mjs'

const basePath = parseBasePath('BASE_PATH', process.env.BASE_PATH)
parseOrigin('NEXT_PUBLIC_API_HOST', process.env.NEXT_PUBLIC_API_HOST)

/** @type {import('next').NextConfig} */
export default {
  output: 'export',
  basePath,
  env: { NEXT_PUBLIC_BASE_PATH: basePath },
  // Served alike by nginx, Caddy and object stores: with `false`, /notas is a 403 on the first of them.
  trailingSlash: true,
  // A name of its own for each build would make two builds of one commit differ.
  generateBuildId: () => 'notas',
  reactStrictMode: true,
  devIndicators: false,
}
