import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { parseBasePath, parseOrigin, SettingError } from '@/lib/domain/deployment.mjs'
import { CommandError, readCommandLine, reasonOf } from './command-line'
import { fillRecipes, readFolder, replaceFolder } from './site/folder'
import type { SiteSettings } from './site/placeholders'
import { buildOf, moveSite } from './site/site'

const OPTIONS = { 'base-path': { type: 'string' }, 'api-host': { type: 'string' } } as const

export const usage = () => `Usage: node notas rebase --base-path PATH [--api-host URL] FOLDER

FOLDER is a copy of out/. Without --api-host it keeps its API host; with an empty one it calls its own origin.`

export function run(args: string[], root: string): void {
  console.log(rebase(args, join(root, 'deploy/recipes')))
}

export function rebase(args: string[], recipes: string): string {
  const { values, positionals } = readCommandLine(args, OPTIONS, usage())
  const [name, ...others] = positionals
  if (values['base-path'] === undefined || !name || others.length > 0) throw new CommandError(usage())
  const basePath = parseBasePath('--base-path', values['base-path'])
  const apiHost = values['api-host'] === undefined ? undefined : parseOrigin('--api-host', values['api-host'])

  if (!existsSync(name)) throw new CommandError(`${name} does not exist.`)
  const folder = realpathSync(name)
  const files = readFolder(folder)
  const built = buildOf(files)
  if (!built) throw new CommandError(`${name} is not a build of Notas.`)
  const settings = { basePath, apiHost: apiHost ?? built.apiHost }
  if (basePath === built.basePath && settings.apiHost === built.apiHost)
    throw new CommandError(`${name} is already ${descriptionOf(settings)}.`)

  const filled = `${folder}-recipes`
  writing(folder, () => replaceFolder(folder, moveSite(files, settings)))
  writing(filled, () => fillRecipes(recipes, filled, settings))
  return `${name} is now ${descriptionOf(settings)}. Its recipes are in ${filled}.`
}

function writing(folder: string, write: () => void): void {
  try {
    write()
  } catch (cause) {
    if (cause instanceof SettingError) throw cause
    throw new CommandError(`${folder} cannot be written: ${reasonOf(cause)}.`)
  }
}

function descriptionOf({ basePath, apiHost }: SiteSettings): string {
  return `a build for ${basePath || 'the root'} that calls the API on ${apiHost || 'its own origin'}`
}
