import { type SWRConfiguration, unload } from 'swr'
import { userState } from '@/lib/session/user-state'

// SWR holds the value itself: its initial state is the empty cache.
userState(() => unload({ revalidate: false }))

/** The token is in the key, so that two users never share a list. */
export function notesKey(token: string) {
  return ['notes', token] as const
}

export const LOAD_ONCE = {
  dedupingInterval: 0,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  shouldRetryOnError: false,
  compare: Object.is,
} satisfies SWRConfiguration
