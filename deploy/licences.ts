import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LockedPackage, lockedPackages } from './locked-packages'

const TITLE = 'Licences of the packages that Notas contains or is built from.'

const RULE = '-'.repeat(80)

export function licences(packages: LockedPackage[]): string {
  return [TITLE, ...packages.map(sectionOf)].join(`\n\n${RULE}\n`)
}

/** Packages that an unpacked package contains or is built from. */
export function packagesIn(folder: string): LockedPackage[] {
  const names = [...bundledIn('server/dist'), ...unpackedIn(folder)]
  const locked = lockedPackages()
  const packages = new Set([
    ...withDependencies(locked, ['package.json', 'server/package.json'].flatMap(dependenciesOf)),
    ...withDependencies(locked, ['serwist']),
    ...locked.filter(({ path, name }) => path === `node_modules/${name}` && names.includes(name)),
  ])
  return [...packages].sort((a, b) => (a.path < b.path ? -1 : 1))
}

function dependenciesOf(file: string): string[] {
  return Object.keys(JSON.parse(readFileSync(file, 'utf8')).dependencies)
}

function withDependencies(locked: LockedPackage[], names: string[], parent = ''): LockedPackage[] {
  return names.flatMap((name) => {
    const nested = locked.find(({ path }) => path === `${parent}/node_modules/${name}`)
    const found = nested ?? locked.find(({ path }) => path === `node_modules/${name}`)
    return found
      ? [found, ...withDependencies(locked, Object.keys(found.dependencies ?? {}), found.path)]
      : []
  })
}

function bundledIn(folder: string): string[] {
  const scripts = filesIn(folder).filter((file) => file.endsWith('.js'))
  return scripts.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(PACKAGE_COMMENT)].map(([, name = '']) => name),
  )
}

const PACKAGE_COMMENT = /^\/\/ .*node_modules\/((?:@[^/]+\/)?[^/]+)\//gm

function unpackedIn(folder: string): string[] {
  const manifests = filesIn(join(folder, 'node_modules')).filter((file) => file.endsWith('/package.json'))
  return manifests.map((file) => file.replace('/package.json', ''))
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
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
