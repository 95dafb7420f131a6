import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LockedPackage } from './locked-packages'

const TITLE = 'Licences of the packages that Notas contains or is built from.'

const RULE = '-'.repeat(80)

export function licences(packages: LockedPackage[]): string {
  return [TITLE, ...packages.map(sectionOf)].join(`\n\n${RULE}\n`)
}

function sectionOf({ path, name, version, license }: LockedPackage): string {
  const text = licenceFile(path)
  return `${name} ${version}\n${license}\n${text && `\n${text}`}`.trimEnd()
}

/** Text of the package's licence file; empty if it has none, or if the package is of another system. */
function licenceFile(path: string): string {
  try {
    const file = readdirSync(path).find((name) => /^licen[cs]e/i.test(name))
    return file ? readFileSync(join(path, file), 'utf8').trim() : ''
  } catch {
    return ''
  }
}
