import { useEffect, useEffectEvent } from 'react'
import { useHydrated } from './use-hydrated'

/** Calls back with the fragment that the screen opens with, and each later one: undefined if it does not match `kind`. */
export function useFragment(kind: RegExp, onArrival: (fragment: string | undefined) => void): void {
  const isHydrated = useHydrated()
  const arrive = useEffectEvent(onArrival)

  useEffect(() => {
    // Before hydration Next's router does not see the change, and would undo it.
    if (!isHydrated) return
    const read = () => arrive(kind.test(location.hash) ? takeFragment() : undefined)
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [isHydrated, kind])
}

function takeFragment(): string {
  // A fragment may be a secret, so it must not stay in the URL and thereby in the history.
  const { hash, pathname, search } = location
  history.replaceState(null, '', pathname + search)
  return hash.slice(1)
}
