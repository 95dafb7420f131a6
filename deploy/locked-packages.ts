import { readFileSync } from 'node:fs'

export type LockedPackage = {
  path: string
  name: string
  version: string
  integrity?: string
  license?: string
} & Partial<Record<'link' | 'dev' | 'devOptional' | 'optional', boolean>>

const NATIVE = /^(@node-rs\/argon2(-linux-(x64|arm64)-.+)?|@photostructure\/sqlite|node-gyp-build)$/

/** The one optional package in the host's bundle. Next has others, for what the product does not use. */
const BUNDLED = 'pg-cloudflare'

export function releasePackages(): LockedPackage[] {
  return lockedPackages().filter(
    ({ name, dev, devOptional, optional }) =>
      !dev && !devOptional && (!optional || name === BUNDLED || NATIVE.test(name)),
  )
}

export function nativePackages(): LockedPackage[] {
  return lockedPackages().filter(({ name }) => NATIVE.test(name))
}

function lockedPackages(): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, Omit<LockedPackage, 'path' | 'name'>>
  }
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, entry]) => ({ ...entry, path, name: path.replace(/^.*node_modules\//, '') }))
}
