// The program of the package: `node notas` serves; the other commands read their own arguments.
const COMMANDS: Record<string, () => Promise<unknown>> = {
  '': () => import('./main'),
  admin: () => import('./admin/cli'),
  rebase: () => import('./rebase/cli'),
  contract: () => import('./contract/cli'),
}

const USAGE = `Usage: node notas
       node notas admin COMMAND
       node notas rebase --base-path PATH [--api-host URL] FOLDER
       node notas contract URL`

const [name = ''] = process.argv.splice(2, 1)
const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
if (run) run()
else {
  console.error(USAGE)
  process.exitCode = 1
}
