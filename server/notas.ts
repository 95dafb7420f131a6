import { fileURLToPath } from 'node:url'
import { SettingError } from '@/lib/domain/deployment.mjs'
import { CommandError } from './command-line'

/** Folder of the package or the clone. The build of this file is in server/dist. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

type Program = { run: (words: string[], root: string) => Promise<void> }

const PROGRAMS: Record<string, () => Promise<Program>> = {
  admin: () => import('./admin/run'),
  rebase: () => import('./rebase'),
  contract: () => import('./contract'),
}

const USAGE = `Usage: node notas                    serves Notas, and prints its address
       node notas admin COMMAND      users, links, sessions, backups, export and import
       node notas rebase --base-path PATH [--api-host URL] [--demo] FOLDER
                                     moves a copy of the front end for a static host
       node notas contract URL       checks whether any host fits the front end; with --front-end ORIGIN also CORS
       node notas --version          version, commit and date of this build

Settings are environment variables: notas/server/README.md. Read them from a file with: node --env-file=FILE notas`

async function run(name = '', ...args: string[]): Promise<unknown> {
  if (name === '') return (await import('./serve')).serve(ROOT)
  if (name === '--help' || name === 'help') return console.log(USAGE)
  if (name === '--version' || (name === 'admin' && args[0] === '--version')) return printVersion()
  const program = Object.hasOwn(PROGRAMS, name) && (await PROGRAMS[name]?.())
  if (!program) throw new CommandError(USAGE)
  return program.run(args, ROOT)
}

async function printVersion(): Promise<void> {
  const { describeRelease, releaseIn } = await import('./site/release')
  console.log(describeRelease(releaseIn(`${ROOT}/out`)))
}

run(...process.argv.slice(2)).catch((cause) => {
  console.error(cause instanceof SettingError ? cause.message : cause)
  process.exit(cause instanceof CommandError ? cause.status : 1)
})
