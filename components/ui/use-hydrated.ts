'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the exported HTML and while it wakes, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
