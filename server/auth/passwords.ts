import pLimit from 'p-limit'
import { enqueue, limitByKey } from '../fairness/limit-by-key'

/** argon2id with OWASP's current parameters: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const PREFIX = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`

/** Well-formed hash of no password, with 16 bytes of salt and 32 of hash. */
const DUMMY_HASH = `${PREFIX}${'A'.repeat(22)}$${'A'.repeat(43)}`

const MAX_RUNNING = 2
const MAX_WAITING = 100

/** Requests of one network in the common queue; further ones wait here. */
const OF_NETWORK = { running: 10, waiting: 100 }

export type Passwords = ReturnType<typeof createPasswords>

export function createPasswords() {
  const limit = pLimit(MAX_RUNNING)

  return {
    hash: (password: string) =>
      enqueue(limit, MAX_WAITING, async () => (await loadArgon2()).hash(password, PARAMETERS)),
    /** Takes the same time without a hash, so that timing does not tell whether an account exists. */
    async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
      const matches = await enqueue(limit, MAX_WAITING, async () =>
        (await loadArgon2()).verify(passwordHash ?? DUMMY_HASH, password),
      )
      return matches && passwordHash !== undefined
    },
    isOutdated: (passwordHash: string) => !passwordHash.startsWith(PREFIX),
    ofNetwork: limitByKey(OF_NETWORK),
    waiting: () => limit.pendingCount,
  }
}

function loadArgon2() {
  return import('@node-rs/argon2')
}
