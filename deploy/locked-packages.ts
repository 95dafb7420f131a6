import { readFileSync } from 'node:fs'

export type LockedPackage = {
  path: string
  name: string
  version: string
  integrity?: string
  license?: string
  os?: string[]
  cpu?: string[]
  dependencies?: Record<string, string>
}

export function lockedPackages(): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, Omit<LockedPackage, 'path' | 'name'> & { link?: boolean }>
  }
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, entry]) => ({ ...entry, path, name: path.replace(/^.*node_modules\//, '') }))
}
