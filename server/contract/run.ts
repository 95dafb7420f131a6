import { randomBytes } from 'node:crypto'
import { Broken, type Credentials, createAccount, createHost, expectSuccess } from './host'
import { type Accounts, OPTIONAL, PROMISES } from './promises'

export type Result = { name: string; is: 'holds' | 'broken' | 'not offered'; reason?: string }

/** `given`: two accounts; without them, two are made, which stay. */
export async function* checkContract(url: string, given?: Credentials[]): AsyncGenerator<Result> {
  const host = createHost(url)
  const credentials = given ?? [newCredentials(), newCredentials()]
  const accounts: Accounts['ana'][] = []
  const enter = async () => {
    for (const account of credentials) {
      if (!given)
        expectSuccess(
          await host.call('POST', '/auth/register', { body: { userName: 'Contract', ...account } }),
        )
      accounts.push(createAccount(host, account, await host.logIn(account)))
    }
  }
  const entry = await resultOf(given ? 'two accounts log in' : 'two accounts register and log in', enter)
  yield entry
  const [ana, luis] = accounts
  if (entry.is === 'broken' || !ana || !luis) return
  const all = { host, ana, luis }
  try {
    for (const { name, check } of PROMISES) yield await resultOf(name, () => check(all))
    for (const { name, offers, check } of OPTIONAL)
      yield await resultOf(
        name,
        () => check(all),
        () => offers(all),
      )
  } finally {
    for (const account of accounts) await account.deleteAll().catch(() => {})
  }
}

async function resultOf(
  name: string,
  check: () => Promise<void>,
  offers = async () => true,
): Promise<Result> {
  try {
    if (!(await offers())) return { name, is: 'not offered' }
    await check()
    return { name, is: 'holds' }
  } catch (cause) {
    if (!(cause instanceof Broken)) throw cause
    return { name, is: 'broken', reason: cause.message }
  }
}

function newCredentials(): Credentials {
  const [name, password] = [randomBytes(6).toString('hex'), randomBytes(12).toString('hex')]
  return { email: `contract-${name}@example.com`, password }
}
