import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

/** argon2id with OWASP's current parameters: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes under way at once, and waiting for their turn. */
const CONCURRENCY = 2
const MAX_WAITING = 100

export class TooManyHashes extends Error {}

export type Passwords = {
  hash: (password: string) => Promise<string>
  /** Takes as long where there is no hash to compare with. */
  verify: (passwordHash: string | undefined, password: string) => Promise<boolean>
}

/** Both reject with TooManyHashes when the queue is full. */
export async function createPasswords(): Promise<Passwords> {
  const limit = pLimit(CONCURRENCY)
  const nobodys = await hash('', PARAMETERS)

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (limit.pendingCount >= MAX_WAITING) return Promise.reject(new TooManyHashes())
    return limit(work)
  }

  return {
    hash: (password) => inTurn(() => hash(password, PARAMETERS)),
    async verify(passwordHash, password) {
      const matches = await inTurn(() => verify(passwordHash ?? nobodys, password))
      return matches && passwordHash !== undefined
    },
  }
}
