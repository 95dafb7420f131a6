import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'

type Entry = { link?: boolean; inBundle?: boolean; integrity?: string; resolved?: string }

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Entry>
}
/** Packages of a registry. A bundled one is part of another one's archive. */
const installed = Object.entries(packages).filter(
  ([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle,
)

test('every package in the lock file has the hash of its archive', () => {
  expect(installed.length).toBeGreaterThan(200)
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
})

test('the lock file names no registry', () => {
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})
