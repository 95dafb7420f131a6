'use client'

import { useSyncExternalStore } from 'react'
import { getSignOuts, getToken, subscribe } from './token'

/** The session's token; null where nobody is signed in, undefined while that is not known (pre-rendering). */
export function useToken(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(subscribe, getToken, () => undefined)
}

/** Changes each time a session is left, so that what was kept for its user can be dropped. */
export function useSignOuts(): number {
  return useSyncExternalStore(subscribe, getSignOuts, () => 0)
}
