import { parseArgs } from 'node:util'
import type { Credentials } from './host'
import { checkContract, type Result } from './run'

const USAGE = `Usage: node notas contract URL
Checks whether the host at URL keeps what the front end relies on.
It creates two accounts, which stay, and deletes their notes. Where the host creates no accounts, it logs into two that
CONTRACT_ACCOUNTS names: 'EMAIL:PASSWORD EMAIL:PASSWORD'.`

async function run(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [url = ''] = positionals
  if (positionals.length !== 1 || !URL.canParse(url) || !/^https?:/i.test(url)) throw new Error(USAGE)
  const accounts = accountsOf(process.env.CONTRACT_ACCOUNTS ?? '')
  const broken: Result[] = []
  for await (const result of checkContract(url.replace(/\/+$/, ''), accounts)) {
    console.log(lineOf(result))
    if (result.is === 'broken') broken.push(result)
  }
  if (!accounts) console.log('The accounts contract-…@example.com stay on the host; their notes are deleted.')
  console.log(broken.length === 0 ? 'The contract holds.' : `Broken promises: ${broken.length}.`)
  process.exitCode = broken.length === 0 ? 0 : 1
}

function lineOf({ name, is, reason }: Result): string {
  return `${is.padEnd(12)}${name}${reason === undefined ? '' : `\n${' '.repeat(12)}→ ${reason}`}`
}

function accountsOf(setting: string): Credentials[] | undefined {
  if (setting === '') return undefined
  const accounts = setting.split(/\s+/).map((account) => {
    const [, email = '', password = ''] = /^([^:]+):(.+)$/.exec(account) ?? []
    return { email, password }
  })
  if (accounts.length !== 2 || accounts.some(({ password }) => password === ''))
    throw new Error("CONTRACT_ACCOUNTS must be 'EMAIL:PASSWORD EMAIL:PASSWORD'.")
  return accounts
}

run(process.argv.slice(2)).catch((cause: Error) => {
  process.exitCode = 1
  console.error(cause.message)
})
