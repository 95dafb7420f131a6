import { useEffect, useEffectEvent } from 'react'
import { useHydrated } from './use-hydrated'

/** Calls back with each fragment that matches `kind`, or with undefined if the screen opens without one. */
export function useFragment(kind: RegExp, onArrival: (fragment: string | undefined) => void): void {
  const isHydrated = useHydrated()
  const arrive = useEffectEvent(onArrival)

  useEffect(() => {
    // Before hydration Next's router does not see the change, and would undo it.
    if (!isHydrated) return
    const onHashChange = () => {
      if (kind.test(location.hash)) arrive(takeFragment())
    }
    arrive(kind.test(location.hash) ? takeFragment() : undefined)
    addEventListener('hashchange', onHashChange)
    return () => removeEventListener('hashchange', onHashChange)
  }, [isHydrated, kind])
}

function takeFragment(): string {
  // A fragment may be a secret, so it must not stay in the URL and thereby in the history.
  const { hash, pathname, search } = location
  history.replaceState(null, '', pathname + search)
  return hash.slice(1)
}
