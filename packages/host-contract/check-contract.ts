import { CORS } from './cors'
import {
  type Account,
  Broken,
  type Credentials,
  createAccount,
  createHost,
  expectNoPage,
  expectSuccess,
  NoAnswer,
  NotChecked,
  NotOffered,
} from './expectations'
import { OPTIONAL, PROMISES } from './promises'

export type CheckedPromise = {
  name: string
  is: 'holds' | 'broken' | 'not offered' | 'not checked'
  reason?: string
}

export type Summary = {
  /** Emails of the accounts that the check has made, and that stay. */
  accounts: string[]
  /** Number of notes that it has made and could not delete. */
  notes: number
  slowest: { call: string; ms: number }
}

type Options = {
  /** Two accounts. Without them, two are made. */
  accounts?: Credentials[]
  /** Origin of a front end that calls the host across origins. */
  frontEnd?: string
}

/** Checks the host at `url`, without a slash at its end, in the order in which faults are best fixed. */
export async function* checkContract(
  url: string,
  { accounts: given, frontEnd }: Options = {},
): AsyncGenerator<CheckedPromise, Summary> {
  const host = createHost(url)
  const made: string[] = []
  const accounts: Account[] = []
  const told = new Set<string>()
  let isSilent = false

  async function resultOf(name: string, check: () => Promise<void>): Promise<CheckedPromise> {
    if (isSilent) return { name, is: 'not checked' }
    try {
      await check()
      return { name, is: 'holds' }
    } catch (cause) {
      if (cause instanceof NotOffered) return { name, is: 'not offered' }
      if (cause instanceof NotChecked) return { name, is: 'not checked', reason: cause.message }
      if (!(cause instanceof Broken)) throw cause
      isSilent = cause instanceof NoAnswer
      if (told.has(cause.fault)) return { name, is: 'not checked', reason: 'the same fault as above' }
      told.add(cause.fault)
      return { name, is: 'broken', reason: cause.message }
    }
  }

  yield await resultOf(given ? 'two accounts log in' : 'two accounts register and log in', async () => {
    for (const account of given ?? [newCredentials(), newCredentials()]) {
      const body = { userName: 'Contract', ...account }
      if (!given) {
        const answer = await host.call('POST', '/auth/register', { body })
        expectSuccess(answer)
        made.push(account.email)
        expectNoPage(answer)
      }
      accounts.push(await createAccount(host, account))
    }
  })
  const [ana, luis] = accounts
  const summary = () => ({ accounts: made, notes: 0, slowest: host.slowest })
  if (!ana || !luis) return summary()
  const checks = { ...CORS, ...PROMISES, ...OPTIONAL }
  let notes = 0
  try {
    for (const [name, check] of Object.entries(checks))
      yield await resultOf(name, () => check({ host, ana, luis, frontEnd }))
  } finally {
    for (const account of accounts) notes += await account.deleteAll()
  }
  return { ...summary(), notes }
}

function newCredentials(): Credentials {
  const [name, password] = [crypto.randomUUID(), crypto.randomUUID()]
  return { email: `contract-${name}@example.com`, password }
}
