import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * All that `next build` makes pages and scripts of, besides the settings. What stands in public/ goes out as it is,
 * and is no part of them.
 */
const SOURCES = ['app', 'components', 'lib', 'next.config.mjs', 'package.json', 'package-lock.json'].concat([
  'postcss.config.mjs',
  'tailwind.config.ts',
  'tsconfig.json',
])

/**
 * A name for what the sources and settings make: the same for the same, another for any other. A page that meets
 * another release's files loads that release instead of mixing both.
 *
 * @param {(string | undefined)[]} settings
 */
export function buildId(settings, folder = '.') {
  const hash = createHash('sha256').update(JSON.stringify(settings))
  for (const file of SOURCES.flatMap((source) => filesIn(folder, source)))
    hash.update(file).update(readFileSync(join(folder, file)))
  return hash.digest('hex').slice(0, 12)
}

/**
 * @param {string} folder
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(folder, path) {
  const place = join(folder, path)
  if (!existsSync(place)) return []
  if (statSync(place).isFile()) return [path]
  return readdirSync(place)
    .sort()
    .flatMap((name) => filesIn(folder, join(path, name)))
}
