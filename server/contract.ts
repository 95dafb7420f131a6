import { type Credentials, checkContract } from '@notas/host-contract'
import { Command } from 'commander'
import { CommandError } from './command-line'
import { runCommand } from './run-command'

const DESCRIPTION = `Checks whether the host at URL keeps what the front end relies on.
It creates two accounts, which stay, and deletes their notes. Where the host creates no accounts, it logs into two that
CONTRACT_ACCOUNTS names: 'EMAIL:PASSWORD EMAIL:PASSWORD'.`

export function run(words: string[]): Promise<void> {
  const command = new Command('node notas contract').description(DESCRIPTION).argument('<URL>').action(check)
  return runCommand(command, words)
}

async function check(url: string): Promise<void> {
  if (!URL.canParse(url) || !/^https?:/i.test(url)) throw new CommandError(`'${url}' is no URL of a host.`)
  const accounts = accountsOf(process.env.CONTRACT_ACCOUNTS ?? '')
  let broken = 0
  for await (const { name, is, reason } of checkContract(url.replace(/\/+$/, ''), accounts)) {
    console.log(`${is.padEnd(12)}${name}${reason === undefined ? '' : `\n${' '.repeat(12)}→ ${reason}`}`)
    if (is === 'broken') broken += 1
  }
  if (!accounts) console.log('The accounts contract-…@example.com stay on the host; their notes are deleted.')
  console.log(broken === 0 ? 'The contract holds.' : `Broken promises: ${broken}.`)
  process.exitCode = broken === 0 ? 0 : 1
}

function accountsOf(setting: string): Credentials[] | undefined {
  if (setting === '') return undefined
  const accounts = setting.split(/\s+/).map((account) => {
    const [, email = '', password = ''] = /^([^:]+):(.+)$/.exec(account) ?? []
    return { email, password }
  })
  if (accounts.length !== 2 || accounts.some(({ password }) => password === ''))
    throw new CommandError("CONTRACT_ACCOUNTS must be 'EMAIL:PASSWORD EMAIL:PASSWORD'.")
  return accounts
}
