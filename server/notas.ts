// The program of the package: `node notas` serves; the other commands read their own arguments.
const COMMANDS: Record<string, () => unknown> = {
  '': () => import('./main'),
  admin: () => import('./admin/cli'),
  rebase: () => import('./rebase/cli'),
  contract: () => import('./contract/cli'),
  '--version': () => {
    process.argv.push('--version')
    return import('./admin/cli')
  },
  '--help': () => console.log(USAGE),
  help: () => console.log(USAGE),
}

const USAGE = `Usage: node notas                    serves Notas, and prints its address
       node notas admin COMMAND      users, links, sessions, backups, export and import
       node notas rebase --base-path PATH [--api-host URL] FOLDER
                                     moves a copy of the front end for a static host
       node notas contract URL       checks whether any host fits the front end
       node notas --version          version, commit and date of this build

Settings are environment variables: notas/server/README.md. Read them from a file with: node --env-file=FILE notas`

const [name = ''] = process.argv.splice(2, 1)
const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
if (run) run()
else {
  console.error(USAGE)
  process.exitCode = 1
}
