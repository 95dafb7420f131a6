import { useSyncExternalStore } from 'react'
import { subscribe } from './cross-tab'
import { getSessionToken, getSignOuts, hasEnded, isSessionStored } from './token'

/** The session's token, even if the host has ended it; null if signed out, undefined while pre-rendering. */
export function useToken(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(subscribe, getSessionToken, () => undefined)
}

export function useLiveToken(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(subscribe, getLiveToken, () => undefined)
}

export function useSignOuts(): number {
  return useSyncExternalStore(subscribe, getSignOuts, () => 0)
}

export function useHasSession(): boolean {
  return useSyncExternalStore(subscribe, isSessionStored, () => true)
}

function getLiveToken(): string | null {
  return hasEnded() ? null : getSessionToken()
}
