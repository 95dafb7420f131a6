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

const workflows = readdirSync('.github/workflows').map((name) => `.github/workflows/${name}`)
const texts = [...workflows, 'deploy/recipes/github-pages.yml'].map((file) => [
  file,
  readFileSync(file, 'utf8'),
])

test('workflows use each action at a commit, and may only read unless they publish', () => {
  for (const [file, text = ''] of texts) {
    const actions = text.match(/uses: (?!\.\/).*/g) ?? []
    expect(actions.length, file).toBeGreaterThan(0)
    for (const action of actions)
      expect(action).toMatch(/^uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    expect(text, file).toContain('permissions:\n  contents: read\n')
  }
})

test('no job of a workflow that may write runs code of the dependencies, and each ends in time', () => {
  for (const [file, text = ''] of texts) {
    const jobs = text
      .slice(text.indexOf('\njobs:\n'))
      .split(/^ {2}(?=\w+:$)/m)
      .slice(1)
    expect(jobs.length, file).toBeGreaterThan(0)
    for (const job of jobs) {
      if (/: write$/m.test(job)) expect(job, file).not.toMatch(/actions\/checkout|\bnp[mx] /)
      if (!job.includes('uses: ./')) expect(job, file).toMatch(/^ {4}timeout-minutes: \d+$/m)
      const checkouts = job.match(/actions\/checkout@.*\n.*\n.*\n/g) ?? []
      for (const checkout of checkouts) expect(checkout, file).toMatch(/persist-credentials: false\n$/)
    }
  }
})
