import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { releaseNotes, releaseOf } from '@/deploy/release'
import { test } from '../support/folder'
import { keptReleases } from '../support/kept-databases'

const CHANGELOG = readFileSync('CHANGELOG.md', 'utf8')

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

test('the changelog begins with the version, and each release has notes', () => {
  const sections = CHANGELOG.match(/(?<=^## ).+/gm) ?? []
  expect(sections[0]).toMatch(new RegExp(`^${version} - (unreleased|\\d{4}-\\d\\d-\\d\\d)$`))
  expect(sections.slice(1).filter((title) => !/^\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d$/.test(title))).toEqual([])
  const dated = CHANGELOG.replace('- unreleased', '- 2026-11-23')
  for (const notes of [version, '1.0.0'].map((one) => releaseNotes(`v${one}`, one, dated))) {
    expect(notes).toMatch(/^### (Added|Changed|Deprecated|Removed|Fixed|Security)\n\n.+/)
    expect(notes).not.toMatch(/^## /m)
  }
})

test('a tag that is not the version, or that has no date yet, has no release notes', () => {
  expect(() => releaseNotes('v0.9.0', '1.1.0', '')).toThrow("The tag is 'v0.9.0', but the version is 1.1.0.")
  expect(() => releaseNotes('v1.1.0', '1.1.0', '## 1.1.0 - unreleased\n')).toThrow(
    "CHANGELOG.md has no section '## 1.1.0 - DATE'.",
  )
})

test('a database of each release is kept', () => {
  const released = CHANGELOG.match(/(?<=^## )\S+(?= - \d)/gm) ?? []
  expect(released).toContain('1.0.0')
  expect(keptReleases()).toEqual(expect.arrayContaining(released))
})

test('the commit with the tag of the version alone has its number, and two commits never have one name', ({
  folder,
}) => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Carmen', '-c', 'user.email=carmen@correo.es', ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, GIT_COMMITTER_DATE: '2026-11-23T18:00:00+02:00' },
    }).trim()
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const commit = (name: string) => {
    write(name, '')
    git('add', '.')
    git('commit', '--message', name)
    return git('rev-parse', 'HEAD')
  }
  write('package.json', '{"version": "1.1.0"}')
  expect(releaseOf(folder)).toEqual({ version: '1.1.0-dev', commit: '', date: '' })
  git('init')
  const first = commit('first')
  git('tag', 'v1.0.0')
  const date = '2026-11-23T16:00:00Z'
  expect(releaseOf(folder)).toEqual({
    version: `1.1.0-dev.${first.slice(0, 10)}`,
    commit: first,
    date,
  })
  const second = commit('second')
  git('tag', 'v1.1.0')
  expect(releaseOf(folder)).toEqual({ version: '1.1.0', commit: second, date })
  const third = commit('third')
  expect(releaseOf(folder).version).toContain(third.slice(0, 10))
  write('third', 'changed')
  expect(releaseOf(folder).version).toMatch(/^1\.1\.0-dev\..+-dirty$/)
})

test('every file that names the version has it', () => {
  for (const [file, pattern] of [
    ['server/package.json', /"version": "(.+)"/g],
    ['server/app.ts', /version: '(.+)'/g],
    ['server/README.md', /notas-(\d.*?)\.tar\.gz/g],
    ['deploy/README.md', /(?:notas-|\/v|REPO:)(\d\S*?\.\d+)(?:\.tar\.gz|\/| )/g],
  ] as const) {
    const named = [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => name)
    expect(new Set(named), file).toEqual(new Set([version]))
  }
})
