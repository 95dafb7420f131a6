import { existsSync, realpathSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseBasePath, parseOrigin, SettingError } from '@/lib/domain/deployment.mjs'
import { fillRecipes, readFolder, replaceFolder } from '../site/folder'
import type { SiteSettings } from '../site/placeholders'
import { buildOf, moveSite } from '../site/site'

const USAGE = `Usage: node notas rebase --base-path PATH [--api-host URL] FOLDER

FOLDER is a copy of out/. Without --api-host it keeps its API host; with an empty one it calls its own origin.`

export function rebase(args: string[], recipes: string): string {
  if (args[0] === '--help' || args[0] === 'help') return USAGE
  const { name, basePath, apiHost } = parse(args)
  if (!existsSync(name)) throw new SettingError(`${name} does not exist.`)
  const folder = realpathSync(name)
  const files = readFolder(folder)
  const built = buildOf(files)
  if (!built) throw new SettingError(`${name} is not a build of Notas.`)
  const settings = { basePath, apiHost: apiHost ?? built.apiHost }
  if (basePath === built.basePath && settings.apiHost === built.apiHost)
    throw new SettingError(`${name} is already ${descriptionOf(settings)}.`)

  const filled = `${folder}-recipes`
  writing(folder, () => replaceFolder(folder, moveSite(files, settings)))
  writing(filled, () => fillRecipes(recipes, filled, settings))
  return `${name} is now ${descriptionOf(settings)}. Its recipes are in ${filled}.`
}

function parse(args: string[]) {
  const { values, positionals } = parsed(args)
  const { 'base-path': basePath, 'api-host': apiHost } = values
  const [name, ...others] = positionals
  if (basePath === undefined || !name || others.length > 0) throw new SettingError(USAGE)
  return {
    name,
    basePath: parseBasePath('--base-path', basePath),
    apiHost: apiHost === undefined ? undefined : parseOrigin('--api-host', apiHost),
  }
}

function parsed(args: string[]) {
  const options = { 'base-path': { type: 'string' }, 'api-host': { type: 'string' } } as const
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch {
    throw new SettingError(USAGE)
  }
}

function writing(folder: string, write: () => void): void {
  try {
    write()
  } catch (cause) {
    if (cause instanceof SettingError) throw cause
    throw new SettingError(`${folder} cannot be written: ${cause instanceof Error ? cause.message : cause}.`)
  }
}

function descriptionOf({ basePath, apiHost }: SiteSettings): string {
  return `a build for ${basePath || 'the root'} that calls the API on ${apiHost || 'its own origin'}`
}
