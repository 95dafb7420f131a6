import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

export const BUILD = 'build.json'

/** Commit and date are empty for a build without git, and for one of 1.0.0. `sources` is a hash. */
export const releaseSchema = z.object({
  version: z.string().default('1.0.0'),
  commit: z.string().default(''),
  date: z.string().default(''),
  sources: z.string(),
})

export type Release = z.output<typeof releaseSchema>

const UNBUILT: Release = { version: 'dev', commit: '', date: '', sources: '' }

export function releaseIn(folder: string): Release {
  try {
    return releaseSchema.parse(JSON.parse(readFileSync(join(folder, BUILD), 'utf8')))
  } catch {
    return UNBUILT
  }
}

export function describeRelease({ version, commit, date, sources }: Release): string {
  if (!sources) return `Notas ${version}`
  const details = [commit && `commit ${commit.slice(0, 10)}`, date, `front end ${sources.slice(0, 7)}`]
  return `Notas ${version} (${details.filter(Boolean).join(', ')})`
}
