import { parseBasePath, parseOrigin, SettingError } from '@/lib/domain/deployment.mjs'

export type Settings = {
  basePath: string
  port: number
  host: string
  databaseFile: string
  corsOrigins: string[]
  /** False under `npm run dev`, where next serves the front end. */
  servesSite: boolean
}

type Environment = Record<string, string | undefined>

/** Throws a SettingError for the first value that cannot be used. */
export function readSettings(env: Environment): Settings {
  return {
    basePath: parseSitePath(env.BASE_PATH),
    port: parsePort(env.PORT),
    host: env.HOST || '127.0.0.1',
    databaseFile: parseDatabaseUrl(env.DATABASE_URL),
    corsOrigins: parseOrigins(env.CORS_ORIGINS),
    servesSite: env.NODE_ENV !== 'development',
  }
}

function parseSitePath(value?: string): string {
  const basePath = parseBasePath('BASE_PATH', value)
  if (!/^\/api(\/|$)/.test(basePath)) return basePath
  throw new SettingError(`BASE_PATH is '${basePath}', where the API of this host lives: choose another path.`)
}

function parsePort(value = '3000'): number {
  const port = Number(value)
  if (/^\d+$/.test(value) && port <= 65_535) return port
  throw new SettingError(`PORT must be a number from 0 to 65535 (0 takes a free port); it is '${value}'.`)
}

function parseDatabaseUrl(value = 'file:./data/notas.db'): string {
  const file = /^file:(.+)$/.exec(value)?.[1]
  if (file) return file
  throw new SettingError(`DATABASE_URL must be a file such as file:./data/notas.db; it is '${value}'.`)
}

function parseOrigins(value = ''): string[] {
  const origins = value.split(',').map((origin) => origin.trim())
  return origins.filter((origin) => parseOrigin('CORS_ORIGINS', origin) !== '')
}
