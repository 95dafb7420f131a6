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

/** Throws if the tag is not that of the version, or the changelog has no dated section about it. */
export function releaseNotes(tag: string, version: string, changelog: string): string {
  if (tag !== `v${version}`) throw new Error(`The tag is '${tag}', but the version is ${version}.`)
  const section = changelog.split(/^## /m).find((text) => text.startsWith(`${version} - 2`))
  if (!section) throw new Error(`CHANGELOG.md has no section '## ${version} - DATE'.`)
  return section.slice(section.indexOf('\n')).trim()
}
