import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Release } from '../server/site/release'

/** Commit and date are empty without git. Only the commit that has the version's tag has its bare number. */
export function releaseOf(folder = '.'): Omit<Release, 'sources'> {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    const [commit = '', seconds] = git('log', '-1', '--format=%H %ct').split(' ')
    const name = git('describe', '--tags', '--always', '--dirty', `--match=v${version}`, '--abbrev=10')
    const date = `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}Z`
    return { version: name === `v${version}` ? version : `${version}-dev.${name}`, commit, date }
  } catch {
    return { version: `${version}-dev`, commit: '', date: '' }
  }
}
