import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { createWorkByKey, TooManyWaiting } from '../fairness/work-by-key'

/** argon2id with OWASP's current parameters: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const MAX_RUNNING = 2
const MAX_WAITING = 100

/** Requests of one network that may hash or wait for it; its others wait outside of the queue of all. */
const OF_NETWORK = { running: 10, waiting: 1000 }

export type Passwords = ReturnType<typeof createPasswords>

export function createPasswords() {
  const limit = pLimit(MAX_RUNNING)
  const dummyHash = hash('', PARAMETERS)

  function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    if (limit.pendingCount >= MAX_WAITING) return Promise.reject(new TooManyWaiting())
    return limit(work)
  }

  return {
    hash: (password: string) => enqueue(() => hash(password, PARAMETERS)),
    /** Needs the same time without a hash, so that timing does not tell whether an account exists. */
    async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
      const dummy = await dummyHash
      const matches = await enqueue(() => verify(passwordHash ?? dummy, password))
      return matches && passwordHash !== undefined
    },
    isOutdated: async (passwordHash: string) => parametersOf(passwordHash) !== parametersOf(await dummyHash),
    hashesOfNetwork: createWorkByKey(OF_NETWORK.running, OF_NETWORK.waiting),
    waiting: () => limit.pendingCount,
  }
}

function parametersOf(passwordHash: string): string {
  return passwordHash.split('$', 4).join('$')
}
