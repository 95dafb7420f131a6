import { hexOf } from './sha256'

/** Unique in this browser. It starts with the milliseconds since 1970. */
export function newId(): string {
  return `${Date.now()}-${Math.random()}`
}

/** 32 random hex digits. Insecure origins have no `randomUUID`. */
export function newKey(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)))
}
