import pLimit from 'p-limit'
import { createWorkByKey, TooManyWaiting } from '../fairness/work-by-key'

/** argon2id with OWASP's current parameters: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const PREFIX = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`

/** Well-formed hash of no password, with 16 bytes of salt and 32 of hash. */
const DUMMY_HASH = `${PREFIX}${'A'.repeat(22)}$${'A'.repeat(43)}`

const MAX_RUNNING = 2
const MAX_WAITING = 100

/** Requests of one network that may hash or wait for it; its others wait outside of the queue of all. */
const OF_NETWORK = { running: 10, waiting: 1000 }

export type Passwords = ReturnType<typeof createPasswords>

export function createPasswords() {
  const limit = pLimit(MAX_RUNNING)

  function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    if (limit.pendingCount >= MAX_WAITING) return Promise.reject(new TooManyWaiting())
    return limit(work)
  }

  return {
    hash: (password: string) => enqueue(async () => (await loadArgon2()).hash(password, PARAMETERS)),
    /** Needs the same time without a hash, so that timing does not tell whether an account exists. */
    async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
      const matches = await enqueue(async () =>
        (await loadArgon2()).verify(passwordHash ?? DUMMY_HASH, password),
      )
      return matches && passwordHash !== undefined
    },
    isOutdated: (passwordHash: string) => !passwordHash.startsWith(PREFIX),
    hashesOfNetwork: createWorkByKey(OF_NETWORK.running, OF_NETWORK.waiting),
    waiting: () => limit.pendingCount,
  }
}

/** Loads the native library, which takes 4 MB, at the first hash. */
function loadArgon2() {
  return import('@node-rs/argon2')
}
