import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { parseBasePath, parseOrigin, SettingError } from '@/lib/domain/deployment.mjs'
import { CommandError, reasonOf } from './command-line'
import { runCommand } from './run-command'
import { fillRecipes, readFolder, replaceFolder } from './site/folder'
import type { SiteSettings } from './site/placeholders'
import { buildOf, moveSite } from './site/site'

export function run(words: string[], root: string): Promise<void> {
  const command = new Command('node notas rebase')
    .description('moves a copy of the front end for a static host')
    .argument('<FOLDER>', 'a copy of out/')
    .requiredOption('--base-path <PATH>', 'where it will be served; empty: at the root')
    .option('--api-host <URL>', 'origin of its API host; empty: its own; without it: as before')
    .action((folder: string, options: Target) =>
      console.log(rebase(folder, options, join(root, 'deploy/recipes'))),
    )
  return runCommand(command, words)
}

export type Target = { basePath: string; apiHost?: string }

export function rebase(name: string, target: Target, recipes: string): string {
  const basePath = parseBasePath('--base-path', target.basePath)
  const apiHost = target.apiHost === undefined ? undefined : parseOrigin('--api-host', target.apiHost)

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
