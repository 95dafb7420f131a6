import { randomBytes } from 'node:crypto'
import {
  type Account,
  Broken,
  type Credentials,
  createAccount,
  createHost,
  expectNoPage,
  expectSuccess,
  NotOffered,
} from './expectations'
import { OPTIONAL, PROMISES } from './promises'

export type CheckedPromise = { name: string; is: 'holds' | 'broken' | 'not offered'; reason?: string }

/** Checks the host at `url`, without a slash at its end. `given`: two accounts; without them, two are made, which stay. */
export async function* checkContract(url: string, given?: Credentials[]): AsyncGenerator<CheckedPromise> {
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

async function resultOf(name: string, check: () => Promise<void>): Promise<CheckedPromise> {
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
