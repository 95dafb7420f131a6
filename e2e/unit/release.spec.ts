import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { releaseNotes } from '@/deploy/release-notes'
import { keptReleases } from '../support/kept-databases'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

test('the changelog has a section about the version', () => {
  expect(readFileSync('CHANGELOG.md', 'utf8')).toMatch(
    new RegExp(`^## ${version} - \\d{4}-\\d\\d-\\d\\d$`, 'm'),
  )
  expect(releaseNotes(`v${version}`)).toMatch(/^### (Added|Changed|Deprecated|Removed|Fixed|Security)\n\n.+/)
  expect(releaseNotes(`v${version}`)).not.toMatch(/^## /m)
})

test('a tag that is not the version has no release notes', () => {
  expect(() => releaseNotes('v0.9.0')).toThrow(`The tag is 'v0.9.0', but the version is ${version}.`)
})

test('a database of the version is kept', () => {
  expect(keptReleases()).toContain(version)
})

test('every file that names the version has it', () => {
  for (const [file, pattern] of [
    ['server/package.json', /"version": "(.+)"/g],
    ['server/app.ts', /version: '(.+)'/g],
    ['README.md', /notas-(\d.*?)\.tar\.gz/g],
    ['server/README.md', /notas-(\d.*?)\.tar\.gz/g],
    ['deploy/README.md', /notas-(\d.*?)\.tar\.gz/g],
  ] as const) {
    const named = [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => name)
    expect(new Set(named), file).toEqual(new Set([version]))
  }
})
