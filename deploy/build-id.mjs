import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceFiles } from './sources.mjs'

/** Hash of the settings and sources. Pages of different builds have different ids, and are never mixed. */
export function buildId(settings = [''], folder = '.') {
  const hash = createHash('sha256').update(JSON.stringify(settings))
  for (const file of sourceFiles(folder)) hash.update(file).update(readFileSync(join(folder, file)))
  return hash.digest('hex').slice(0, 12)
}
