import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** False in the exported HTML and during hydration, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}
