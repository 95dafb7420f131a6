import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { parseBasePath, parseOrigin, reasonOf, SettingError } from '@/lib/domain/deployment.mjs'
import { CommandError } from './command-line'
import { runCommand } from './run-command'
import { readDemo } from './site/demo'
import { fillRecipes, readFolder, replaceFolder } from './site/folder'
import type { SiteSettings } from './site/placeholders'
import { buildOf, moveSite } from './site/site'

export function run(words: string[], root: string): Promise<void> {
  const command = new Command('node notas rebase')
    .description('moves a copy of the front end for a static host')
    .argument('<FOLDER>', 'a copy of out/')
    .option('--base-path <PATH>', 'where it will be served; empty: at the root; needed without --demo')
    .option('--api-host <URL>', 'origin of its API host; empty: its own; without it: as before')
    .option('--demo', 'with a host inside the browser, to try it out: nothing leaves the page')
    .action((folder: string, options: Target) => console.log(rebase(folder, options, root)))
  return runCommand(command, words)
}

export type Target = { basePath?: string; apiHost?: string; demo?: boolean }

/** `root` is the folder of the release, which has the recipes and the demo's code. */
export function rebase(name: string, { demo = false, ...target }: Target, root: string): string {
  if (target.basePath === undefined && !demo)
    throw new CommandError("required option '--base-path <PATH>' not specified")
  const basePath = target.basePath === undefined ? undefined : parseBasePath('--base-path', target.basePath)
  const apiHost = target.apiHost === undefined ? undefined : parseOrigin('--api-host', target.apiHost)

  if (!existsSync(name)) throw new CommandError(`${name} does not exist.`)
  const folder = realpathSync(name)
  const files = readFolder(folder)
  const built = buildOf(files)
  if (!built) throw new CommandError(`${name} is not a build of Notas.`)
  const isDemo = demo || built.demo !== undefined
  if (isDemo && apiHost) throw new CommandError('A demo has no API host.')
  const settings = {
    basePath: basePath ?? built.basePath,
    apiHost: isDemo ? '' : (apiHost ?? built.apiHost),
  }
  const description = descriptionOf(settings, isDemo)
  const hasSettings = settings.basePath === built.basePath && settings.apiHost === built.apiHost
  if (hasSettings && isDemo === (built.demo !== undefined))
    throw new CommandError(`${name} is already ${description}.`)

  const code = demo && built.demo === undefined ? readDemo(join(root, 'server/dist/demo')) : undefined
  const filled = `${folder}-recipes`
  writing(folder, () => replaceFolder(folder, moveSite(files, settings, code)))
  writing(filled, () => fillRecipes(join(root, 'server/dist/recipes'), filled, settings))
  return `${name} is now ${description}. Its recipes are in ${filled}.`
}

function writing(folder: string, write: () => void): void {
  try {
    write()
  } catch (cause) {
    if (cause instanceof SettingError) throw cause
    throw new CommandError(`${folder} cannot be written: ${reasonOf(cause)}.`)
  }
}

function descriptionOf({ basePath, apiHost }: SiteSettings, isDemo: boolean): string {
  const place = basePath || 'the root'
  if (isDemo) return `a demo for ${place} that calls no host`
  return `a build for ${place} that calls the API on ${apiHost || 'its own origin'}`
}
