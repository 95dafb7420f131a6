import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Everything that changes `out/`: the input of the build id, and of builds with other settings. */
export const SOURCES = [
  'app',
  'components',
  'deploy',
  'lib',
  'next.config.mjs',
  'package-lock.json',
  'package.json',
  'packages',
  'postcss.config.mjs',
  'public',
  'server/site',
  'tailwind.config.ts',
  'tsconfig.json',
]

const EXCLUDED = /^(deploy\/(README\.md|dist|fail2ban|recipes)|packages\/[^/]+\/(README\.md|dist))$/

/** Hash of the sources. A finished build has one of these and its settings, in server/site/site.ts. */
export function buildId(folder = '.') {
  const hash = createHash('sha256')
  for (const file of sourceFiles(folder)) hash.update(file).update(readFileSync(join(folder, file)))
  return hash.digest('hex').slice(0, 12)
}

export function sourceFiles(folder = '.') {
  return SOURCES.flatMap((source) => filesIn(folder, source))
}

/** @returns {string[]} */
function filesIn(folder = '', path = '') {
  const absolute = join(folder, path)
  if (EXCLUDED.test(path) || !existsSync(absolute)) return []
  if (statSync(absolute).isFile()) return [path]
  return readdirSync(absolute)
    .sort()
    .flatMap((name) => filesIn(folder, `${path}/${name}`))
}
