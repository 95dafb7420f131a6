'use client'

import { useSyncExternalStore } from 'react'
import { subscribe } from './cross-tab'
import { getSessionToken, getSignOuts, hasEnded } from './token'

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

function getLiveToken(): string | null {
  return hasEnded() ? null : getSessionToken()
}
