import { type Credentials, checkContract, type Summary } from '@notas/host-contract'
import { Command } from 'commander'
import { CommandError } from './command-line'
import { runCommand } from './run-command'

const SLOW_MS = 1000

const DESCRIPTION = `Checks whether the host at URL keeps what the front end relies on.
It creates two accounts, which stay, and deletes their notes. Where the host creates no accounts, it logs into two that
CONTRACT_ACCOUNTS names: 'EMAIL:PASSWORD EMAIL:PASSWORD'.`

export function run(words: string[]): Promise<void> {
  const command = new Command('node notas contract')
    .description(DESCRIPTION)
    .argument('<URL>')
    .option('--front-end <ORIGIN>', 'origin of a front end that calls the host across origins')
    .action(check)
  return runCommand(command, words)
}

async function check(url: string, { frontEnd }: { frontEnd?: string }): Promise<void> {
  if (!URL.canParse(url) || !/^https?:/i.test(url)) throw new CommandError(`'${url}' is no URL of a host.`)
  if (/\/api\/*$/.test(url)) throw new CommandError('The URL ends before /api: all calls begin with it.')
  if (frontEnd !== undefined && (!URL.canParse(frontEnd) || new URL(frontEnd).origin !== frontEnd))
    throw new CommandError(`'${frontEnd}' is no origin, such as https://notas.example.com.`)
  const accounts = accountsOf(process.env.CONTRACT_ACCOUNTS ?? '')
  let broken = 0
  const checking = checkContract(url.replace(/\/+$/, ''), { accounts, frontEnd })
  let step = await checking.next()
  for (; !step.done; step = await checking.next()) {
    const { name, is, reason } = step.value
    console.log(`${is.padEnd(12)}${name}${reason === undefined ? '' : `\n${' '.repeat(12)}→ ${reason}`}`)
    if (is === 'broken') broken += 1
  }
  for (const line of linesOf(step.value)) console.log(line)
  console.log(broken === 0 ? 'The contract holds.' : `Broken promises: ${broken}.`)
  process.exitCode = broken === 0 ? 0 : 1
}

function linesOf({ accounts, notes, slowest: { call, ms } }: Summary): string[] {
  return [
    ...(ms > SLOW_MS ? [`Slow: ${call} took ${(ms / 1000).toFixed(1)} s. The front end waits 30 s.`] : []),
    ...(accounts.length > 0 ? [`On the host stay the accounts ${accounts.join(' and ')}.`] : []),
    ...(notes > 0 ? [`On the host stay ${notes} of their notes, which could not be deleted.`] : []),
  ]
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
