import { randomBytes } from 'node:crypto'
import { Command } from 'commander'
import { CommandError } from '../command-line'
import { runCommand } from '../run-command'
import {
  type Account,
  Broken,
  type Credentials,
  createAccount,
  createHost,
  expectNoPage,
  expectSuccess,
  NotOffered,
} from './host'
import { OPTIONAL, PROMISES } from './promises'

export type Result = { name: string; is: 'holds' | 'broken' | 'not offered'; reason?: string }

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

/** `given`: two accounts; without them, two are made, which stay. */
export async function* checkContract(url: string, given?: Credentials[]): AsyncGenerator<Result> {
  const host = createHost(url)
  const accounts: Account[] = []
  yield await resultOf(given ? 'two accounts log in' : 'two accounts register and log in', async () => {
    for (const account of given ?? [newCredentials(), newCredentials()]) {
      const body = { userName: 'Contract', ...account }
      if (!given) {
        const answer = await host.call('POST', '/auth/register', { body })
        expectSuccess(answer)
        expectNoPage(answer)
      }
      accounts.push(await createAccount(host, account))
    }
  })
  const [ana, luis] = accounts
  if (!ana || !luis) return
  try {
    for (const [name, check] of Object.entries({ ...PROMISES, ...OPTIONAL }))
      yield await resultOf(name, () => check({ host, ana, luis }))
  } finally {
    for (const account of accounts) await account.deleteAll().catch(() => {})
  }
}

async function resultOf(name: string, check: () => Promise<void>): Promise<Result> {
  try {
    await check()
    return { name, is: 'holds' }
  } catch (cause) {
    if (cause instanceof NotOffered) return { name, is: 'not offered' }
    if (cause instanceof Broken) return { name, is: 'broken', reason: cause.message }
    throw cause
  }
}

function newCredentials(): Credentials {
  const [name, password] = [randomBytes(6).toString('hex'), randomBytes(12).toString('hex')]
  return { email: `contract-${name}@example.com`, password }
}
