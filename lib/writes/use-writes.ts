'use client'

import { useSyncExternalStore } from 'react'
import { getWrites, subscribeToWrites } from './journal'
import type { Write } from './write'

const NONE: Write[] = []

/** The user's writes, as far as they have been read. */
export function useWrites(): Write[] {
  return useSyncExternalStore(subscribeToWrites, getWrites, () => NONE)
}
