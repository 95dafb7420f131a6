import { readStored } from '@/lib/read-stored'
import { urlOfCall } from './request'

const NAME = 'notas-features'

type Known = [origin: string, features: string | null]

let heard: Known | undefined

export function rememberFeatures(headers: Headers): void {
  const [origin, features] = [apiOrigin(), headers.get('Notas-Features')]
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
  return announced()?.split(/, */).includes(name) === true
}

export function announcesFeatures(): boolean {
  return typeof announced() === 'string'
}

/** Another origin must allow the header first. */
export function maySendKeys(): boolean {
  return apiOrigin() === globalThis.location?.origin || hasFeature('idempotency-key')
}

/** Whether the host may keep the key of a creation: nothing it has told says otherwise. */
export function mayKeepKeys(): boolean {
  return maySendKeys() && (announced() === undefined || hasFeature('idempotency-key'))
}

function announced(): string | null | undefined {
  const [origin, features] = heard ?? readStored<Known>(NAME) ?? []
  return origin === apiOrigin() ? features : undefined
}

function apiOrigin(): string {
  return new URL(urlOfCall('/'), globalThis.location?.href).origin
}
