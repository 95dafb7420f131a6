import { readdirSync, readFileSync } from 'node:fs'
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

test('no package runs a script when it is installed, and no command has a pre or post script', () => {
  expect(readFileSync('.npmrc', 'utf8')).toContain('\nignore-scripts=true\n')
  for (const file of ['package.json', 'server/package.json']) {
    const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: Record<string, string> }
    expect(Object.keys(scripts).filter((name) => /^(pre|post)/.test(name))).toEqual([])
  }
})

test('workflows use each action at a commit, and may only read unless they publish', () => {
  const workflows = readdirSync('.github/workflows').map((name) => `.github/workflows/${name}`)
  for (const file of [...workflows, 'deploy/recipes/github-pages.yml']) {
    const text = readFileSync(file, 'utf8')
    const actions = text.match(/uses: (?!\.\/).*/g) ?? []
    expect(actions.length, file).toBeGreaterThan(0)
    for (const action of actions)
      expect(action).toMatch(/^uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    expect(text, file).toContain('permissions:\n  contents: read\n')
  }
})
