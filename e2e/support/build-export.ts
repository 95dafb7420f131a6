import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SOURCES } from '../../deploy/build-id.mjs'

/**
 * Builds a copy of the front end with other settings. Returns the folder that contains out/ and deploy/dist/.
 *
 * @param change edits the copy before the build
 */
export function buildExport(
  name: string,
  settings: Record<string, string>,
  change?: (folder: string) => void,
): string {
  // Inside the project, so that Node finds its packages.
  const folder = resolve('e2e/exports', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const source of SOURCES) cpSync(source, join(folder, source), { recursive: true })
  change?.(folder)

  const options = { cwd: folder, env: { ...process.env, ...settings }, stdio: 'pipe' as const }
  execFileSync(resolve('node_modules/.bin/next'), ['build'], options)
  execFileSync(resolve('node_modules/.bin/tsx'), ['deploy/postbuild.ts'], options)
  return folder
}
