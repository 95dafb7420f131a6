'use client'

import { useSyncExternalStore } from 'react'
import { subscribe } from './cross-tab'
import { getSessionToken, getSignOuts } from './token'

/** The session's token; null where the user is signed out, undefined while pre-rendering. */
export function useToken(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(subscribe, getSessionToken, () => undefined)
}

export function useSignOuts(): number {
  return useSyncExternalStore(subscribe, getSignOuts, () => 0)
}
