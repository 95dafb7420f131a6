import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = ['app', 'components', 'lib', 'package-lock.json', 'postcss.config.mjs', 'tailwind.config.ts']

/**
 * A name for what the sources and settings make: the same for the same, another for any other. A page that meets
 * another release's files loads that release instead of mixing both.
 *
 * @param {(string | undefined)[]} settings
 */
export function releaseOf(settings) {
  const hash = createHash('sha256').update(JSON.stringify(settings))
  for (const file of SOURCES.flatMap(filesIn)) hash.update(file).update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)))
}
