/** Throws if the tag is not that of the version, or the changelog has no dated section about it. */
export function releaseNotes(tag: string, version: string, changelog: string): string {
  if (tag !== `v${version}`) throw new Error(`The tag is '${tag}', but the version is ${version}.`)
  const section = changelog.split(/^## /m).find((text) => text.startsWith(`${version} - 2`))
  if (!section) throw new Error(`CHANGELOG.md has no section '## ${version} - DATE'.`)
  return section.slice(section.indexOf('\n')).trim()
}
