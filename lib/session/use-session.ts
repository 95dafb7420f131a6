import { useSyncExternalStore } from 'react'
import {
  endSession,
  getEmail,
  getLiveToken,
  getSessionToken,
  getSignOuts,
  getToken,
  hasEnded,
  isSessionStored,
  notify,
  onSessionChange,
} from './token'

let isWatching = false
let tokenLastSeen: string | null
let emailLastSeen: string | undefined

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

function subscribe(listener: () => void): () => void {
  if (!isWatching) watch()
  return onSessionChange(listener)
}

function watch(): void {
  isWatching = true
  see()
  onSessionChange(see)
  addEventListener('storage', onStorage)
  addEventListener('pageshow', onPageShow)
  // Another tab may have signed out since the first rendering.
  if (getToken() !== tokenLastSeen) endSession()
}

function see(): void {
  tokenLastSeen = getSessionToken()
  emailLastSeen = getEmail()
}

function onStorage({ key, newValue }: StorageEvent): void {
  if (key === 'token' || key === null) onOtherTab(newValue)
  else if (hasEnded()) notify()
}

function onPageShow({ persisted }: PageTransitionEvent): void {
  const token = getToken()
  if (!persisted) return
  // In WebKit the page is visible before: its background work may have read the token as `sessionToken`.
  if (token !== tokenLastSeen) onOtherTab(token)
  // A page in that cache gets no storage events.
  else notify()
}

function onOtherTab(token: string | null): void {
  const email = getEmail()
  const isOtherUser = email !== undefined && emailLastSeen !== undefined && email !== emailLastSeen
  if (token === null || isOtherUser) endSession()
  else notify()
}
