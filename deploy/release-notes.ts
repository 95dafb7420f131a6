import { readFileSync } from 'node:fs'

export function releaseNotes(tag: string): string {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  if (tag !== `v${version}`) throw new Error(`The tag is '${tag}', but the version is ${version}.`)
  const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m)
  const section = sections.find((text) => text.split(' - ')[0] === version)
  if (!section) throw new Error(`CHANGELOG.md has no section '## ${version} - DATE'.`)
  return section.slice(section.indexOf('\n')).trim()
}
