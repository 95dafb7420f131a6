import { urlOfCall } from '@/lib/api/request'
import { readStoredArray } from './token'

const NAME = 'notas-features'

type Known = [origin: string, features: string | null]

/** What the page has heard, which tells more than what is stored. No user's state. */
let heard: Known | undefined

/** Remembers what the host has said that it can do beyond the seven calls, or that it has said nothing. */
export function rememberFeatures(features: string | null): void {
  const origin = apiOrigin()
  if (heard?.[0] === origin && heard[1] === features) return
  heard = [origin, features]
  try {
    localStorage.setItem(NAME, JSON.stringify(heard))
  } catch {} // the storage is full
}

export function forgetFeatures(): void {
  heard = undefined
  localStorage.removeItem(NAME)
}

export function hasFeature(name: 'idempotency-key' | 'delete-if-match'): boolean {
  const [origin, features] = heard ?? readStoredArray<Known>(NAME)
  return origin === apiOrigin() && features?.split(/, */).includes(name) === true
}

/** Another origin would have to allow the header first. */
export function acceptsKeys(): boolean {
  return apiOrigin() === globalThis.location?.origin || hasFeature('idempotency-key')
}

function apiOrigin(): string {
  return new URL(urlOfCall('/'), globalThis.location?.href).origin
}
