import { LRUCache } from 'lru-cache'

/** Users of tokens that were used before, by the token's hash. Their sessions may have ended. */
export type KnownUsers = LRUCache<string, string>

export function createKnownUsers(): KnownUsers {
  return new LRUCache({ max: 10_000 })
}
