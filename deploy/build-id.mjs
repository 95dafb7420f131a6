import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceFiles } from './sources.mjs'

/** Hash of the sources. A finished build has one of these and its settings, in server/site/site.ts. */
export function buildId(folder = '.') {
  const hash = createHash('sha256')
  for (const file of sourceFiles(folder)) hash.update(file).update(readFileSync(join(folder, file)))
  return hash.digest('hex').slice(0, 12)
}
